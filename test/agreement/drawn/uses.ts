import type { Client } from './clients.ts'

/** A further use of what was made: statements where `id` is known. */
interface Use {
  readonly call: Client['call']
  readonly path: string
  readonly names: readonly string[]
  /** An update's body, as source text; nothing where there is no update. */
  readonly change: string | undefined
}

const of = (names: readonly string[]): string => names.map((name) => `one.${name}`).join(', ')
const one = ({ call, path }: Use): string => call('GET', `${path}/\${id}`)
const all = ({ call, path }: Use): string => call('GET', path)
const isPod = ({ path }: Use): boolean => path === '/pods'
const act = ({ call, path }: Use, action: string): string => call('POST', `${path}/\${id}/${action}`)

/** Of pods alone; others do nothing. */
const ofPods =
  (text: (use: Use) => string) =>
  (use: Use): string =>
    isPod(use) ? text(use) : ''

const USES = {
  get: (use) => `const one: Own = ${one(use)}\nconsole.log('get', ${of(use.names)})`,
  list: (use) =>
    `const all: Own = ${all(use)}\nconsole.log('list', all.length, all.map((one: Own) => one.name))`,
  mapped: (use) =>
    `console.log('map', (${all(use)}).map((one: Own) => ({ ${use.names.map((name) => `${name}: one.${name}`).join(', ')} })))`,
  counted: (use) => `const { length } = ${all(use)}\nconsole.log('length', length)`,
  guarded: (use) =>
    `const found: Own = ${all(use)}\nconst all: Own = Array.isArray(found) ? found : []\nfor (const one of all) console.log('guard', ${of(use.names)})`,
  found: (use) =>
    `const all: Own = ${all(use)}\nconst one = all.find((one: Own) => one.id === id)\nconsole.log('find', ${of(use.names)})`,
  kept: (use) =>
    `const byId = new Map((${all(use)}).map((one: Own) => [one.id, one]))\nconsole.log('kept', byId.size, (byId.get(id) as Own)?.${use.names[0]})`,
  twice: (use) =>
    `const [one, others]: Own = await Promise.all([(async () => ${one(use)})(), (async () => ${all(use)})()])\nconsole.log('twice', ${of(use.names)}, others.length)`,
  cached: (use) =>
    `const known: Own = {}\nconst get = async (id: string) => (known[id] ??= ${one(use)})\nawait get(id)\nconst one = await get(id)\nconsole.log('cached', ${of(use.names)})`,
  given: (use) =>
    `async function* walk() {\n  for (const one of ${all(use)}) yield one\n}\nfor await (const one of walk()) console.log('given', ${of(use.names)})`,
  setAnew: (use) =>
    `let one: Own = ${one(use)}\nif (one) one = ${one(use)}\nconsole.log('anew', ${of(use.names)})`,
  changed: (use) =>
    use.change
      ? `const one: Own = ${use.call('PATCH', `${use.path}/\${id}`, use.change)}\nconsole.log('changed', ${of(use.names)})`
      : '',
  deleted: (use) =>
    `try {\n  ${use.call('DELETE', `${use.path}/\${id}`)}\n} catch {\n  console.log('kept')\n}\nconsole.log('deleted')`,
  missing: (use) =>
    `try {\n  const one: Own = ${use.call('GET', `${use.path}/nowhere`)}\n  console.log('missing', one && one.id)\n} catch {\n  console.log('thrown')\n}`,
  filtered: ofPods(
    (use) =>
      `const some: Own = ${use.call('GET', `${use.path}?name=p`)}\nconsole.log('filter', some.map((one: Own) => one.name))`,
  ),
  stopped: ofPods(
    (use) =>
      `${act(use, 'stop')}\nconst one: Own = ${act(use, 'start')}\nconsole.log('started', one && one.desiredStatus)`,
  ),
  toggled: ofPods(
    (use) =>
      `const one: Own = ${one(use)}\nconst action = one.desiredStatus === 'RUNNING' ? 'stop' : 'start'\n;${act(use, '${action}')}\nconsole.log('toggled', action)`,
  ),
  polled: ofPods(
    (use) =>
      `for (let tries = 0; tries < 3; tries++) {\n  const one: Own = ${one(use)}\n  if (one && one.desiredStatus === 'RUNNING') {\n    console.log('up', tries)\n    break\n  }\n  await new Promise((resolve) => setTimeout(resolve, 1000))\n}`,
  ),
  cheapest: ofPods(
    (use) =>
      `const all: Own = ${all(use)}\nall.sort((a: Own, b: Own) => a.costPerHr - b.costPerHr)\nconsole.log('cheapest', all[0]?.name, all[0]?.costPerHr)`,
  ),
  switched: ofPods(
    (use) =>
      `const one: Own = ${one(use)}\nswitch (one.desiredStatus) {\n  case 'RUNNING':\n    console.log('runs')\n    break\n  case 'EXITED':\n    console.log('rests')\n    break\n  default:\n    console.log('else', one.desiredStatus)\n}`,
  ),
  dispatched: ofPods(
    (use) =>
      `const actions: Own = { halt: async () => ${act(use, 'stop')}, look: async () => ${one(use)} }\nconst before = await actions.look()\nif (before.desiredStatus === 'RUNNING') await actions.halt()\nconst one = await actions.look()\nconsole.log('dispatched', one.desiredStatus)`,
  ),
} as const satisfies Record<string, (use: Use) => string>

export type UseName = keyof typeof USES
export const useNames = Object.keys(USES) as UseName[]

/** The statements of a use; nothing where a resource has no such call. */
export const useOf = (name: UseName, use: Use): string => USES[name](use)
