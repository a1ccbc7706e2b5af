/** Statements that use typed pods and print what they read; `field` is a member of `Pod`. */
type TypedUse = (field: string) => string

const USES = {
  filtered: () =>
    `const running = (await listPods()).filter((pod) => pod.desiredStatus === 'RUNNING')\nconsole.log(running.length)`,
  mapped: (field) => `console.log((await listPods()).map(({ id, ${field} }) => ({ id, ${field} })))`,
  picked: (field) =>
    `type Summary = Pick<Pod, 'id' | '${field}'>\nconst toSummary = (pod: Pod): Summary => ({ id: pod.id, ${field}: pod.${field} })\nconsole.log((await listPods()).map(toSummary))`,
  omitted: (field) =>
    `const strip = ({ ${field}: _gone, ...rest }: Pod): Omit<Pod, '${field}'> => rest\nconsole.log((await listPods()).map(strip).map((one) => one.id))`,
  byId: (field) =>
    `const byId: Record<string, Pod> = {}\nfor (const pod of await listPods()) byId[pod.id] = pod\nconsole.log(Object.values(byId).map((pod) => pod.${field}))`,
  awaited: (field) =>
    `let last: Awaited<ReturnType<typeof getPod>> | undefined\nfor (const { id } of await listPods()) last = await getPod(id)\nconsole.log(last?.${field})`,
  guarded: (field) =>
    `const isPod = (value: unknown): value is Pod => typeof value === 'object' && value !== null && 'id' in value\nconst found: unknown[] = await listPods()\nconsole.log(found.filter(isPod).map((pod) => pod.${field}))`,
  columns: (field) =>
    `const columns: (keyof Pod)[] = ['id', '${field}']\nfor (const pod of await listPods()) console.log(columns.map((column) => pod[column]))`,
  viewed: (field) =>
    `class View {\n  constructor(readonly pod: Pod) {}\n  get shown() {\n    return this.pod.${field}\n  }\n}\nconsole.log((await listPods()).map((pod) => new View(pod).shown))`,
  held: (field) =>
    `const hold = <T>(first: T): [() => T, (next: T) => void] => {\n  let now = first\n  return [() => now, (next) => { now = next }]\n}\nconst [pods, setPods] = hold<Pod[]>([])\nsetPods(await listPods())\nconsole.log(pods().map((pod) => pod.${field}))`,
  destructured: (field) =>
    `for (const { id } of await listPods()) {\n  const { ${field} }: Pod = await getPod(id)\n  console.log(${field})\n}`,
  partial: (field) =>
    `const changes: Partial<Pod>[] = (await listPods()).map((pod) => ({ ${field}: pod.${field} }))\nconsole.log(changes)`,
  made: (field) =>
    `const pod = await createPod({ name: 'x', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0, ports: ['22/tcp'] })\nconsole.log(pod.${field})`,
  madeInSteps: () =>
    `const input: PodInput = { name: 'y', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'] }\ninput.containerDiskInGb = 20\ninput.env = { A: 'b' }\nconst { id } = await createPod(input)\nconsole.log(typeof id)`,
  stopped: () => `for (const { id } of await listPods()) await stopPod(id)\nconsole.log('stopped')`,
  counted: () =>
    `console.log((await listPods()).reduce<Record<string, number>>((sums, pod) => ({ ...sums, [pod.desiredStatus]: (sums[pod.desiredStatus] ?? 0) + 1 }), {}))`,
  sorted: (field) =>
    `const sorted = [...(await listPods())].sort((a, b) => a.costPerHr - b.costPerHr)\nconsole.log(sorted[0]?.${field})`,
  tabled: (field) =>
    `const shown: { [Name in keyof Pod]?: (pod: Pod) => string } = { ${field}: (pod) => String(pod.${field}) }\nfor (const pod of await listPods()) console.log(shown.${field}?.(pod))`,
  worded: () =>
    `const words: Record<Status, string> = { RUNNING: 'up', EXITED: 'down', TERMINATED: 'gone' }\nconsole.log((await listPods()).map((pod) => words[pod.desiredStatus]))`,
  settled: (field) =>
    `const all = await Promise.allSettled((await listPods()).map((pod) => getPod(pod.id)))\nconsole.log(all.map((one) => (one.status === 'fulfilled' ? one.value.${field} : 'failed')))`,
  calledBack: (field) =>
    `const each = async (run: (pod: Pod, at: number) => void) => (await listPods()).forEach(run)\nawait each((pod, at) => console.log(at, pod.${field}))`,
  nested: (field) =>
    `interface Seen { at: number; pods: Pod[] }\nconst seen: Seen = { at: 1, pods: await listPods() }\nconsole.log(seen.pods.map((pod) => pod.${field}))`,
} as const satisfies Record<string, TypedUse>

export type TypedUseName = keyof typeof USES
export const typedUseNames = Object.keys(USES) as TypedUseName[]

/** The statements of a use. */
export const typedUse = (name: TypedUseName, field: string): string => USES[name](field)
