import { describe, expect, test } from 'vitest'
import { compiler } from '../../codemods/project/compiler.ts'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import { missingFrom } from '../../mappings/dsl/fits.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { resources, routes } from '../../mappings/v1/index.ts'

type Json = Record<string, unknown>

type Fields = Readonly<Record<string, readonly [type: string, value: unknown]>>

/** A call that says a body. */
interface Subject {
  readonly resource: string
  readonly use: 'create' | 'update'
  readonly path: string
  /** A body that leaves nothing to v1's defaults. */
  readonly whole: Json
  /** Fields with their type and a value. */
  readonly fields: Fields
}

const POD: Fields = {
  name: ['string', 'given'],
  ports: ['string[]', ['80/http']],
  env: ['Record<string, string>', { A: 'b' }],
  dockerStartCmd: ['string[]', ['a', 'b c']],
  containerDiskInGb: ['number', 30],
}
const WORKERS: Fields = {
  name: ['string', 'given'],
  workersMin: ['number', 2],
  workersMax: ['number', 5],
  idleTimeout: ['number', 9],
  flashboot: ['boolean', true],
  executionTimeoutMs: ['number', 90000],
  dataCenterIds: ['string[]', ['EU-RO-1']],
}

const SUBJECTS: readonly Subject[] = [
  {
    resource: 'v1.pods',
    use: 'create',
    path: '/pods',
    whole: {
      name: 'n',
      imageName: 'i',
      gpuTypeIds: ['NVIDIA L4'],
      gpuCount: 1,
      containerDiskInGb: 50,
      volumeInGb: 0,
      cloudType: 'SECURE',
      ports: ['22/tcp'],
    },
    fields: {
      ...POD,
      gpuCount: ['number', 2],
      volumeInGb: ['number', 20],
      cloudType: ["'SECURE' | 'COMMUNITY'", 'COMMUNITY'],
      volumeMountPath: ['string', '/given'],
      templateId: ['string', 't'],
      networkVolumeId: ['string', 'v'],
      containerRegistryAuthId: ['string', 'r'],
      allowedCudaVersions: ['string[]', ['12.1']],
    },
  },
  { resource: 'v1.pods', use: 'update', path: '/pods/p', whole: { name: 'n' }, fields: POD },
  {
    resource: 'v1.templates',
    use: 'create',
    path: '/templates',
    whole: { name: 'n', imageName: 'i', containerDiskInGb: 50, volumeInGb: 0, ports: ['22/tcp'] },
    fields: {
      ...POD,
      volumeInGb: ['number', 20],
      volumeMountPath: ['string', '/given'],
      readme: ['string', 'r'],
    },
  },
  {
    resource: 'v1.endpoints',
    use: 'update',
    path: '/endpoints/e',
    whole: { name: 'n', workersMax: 3 },
    fields: WORKERS,
  },
]

/** How programs say a value that may be nothing; `D` is one that is something. */
const FORMS = [
  ...['o.x', 'o?.x', 'o.x ?? D', 'o.x || D', 'o.x ?? undefined', 'o.x || undefined', 'o.x ?? null'],
  ...['o.x ? D : undefined', 'o.x ? o.x : D', 'o.on ? o.x : undefined', 'o.on ? D : o.x', 'o.on ? D : null'],
]
/** A blank that the program says is nothing, too. */
const OF_TEXTS = ['o.x?.trim()', 'o.x?.toLowerCase() ?? D', "o.x ?? ''", "o.x || ''", "o.on ? o.x : ''"]
const OF_LISTS = [
  'o.x?.map((one) => one)',
  'o.x?.filter(Boolean)',
  'o.x?.slice()',
  'o.x?.length ? o.x : undefined',
]

const formsOf = (type: string): readonly string[] => [
  ...FORMS,
  ...(type === 'string' ? OF_TEXTS : []),
  ...(type === 'string[]' ? OF_LISTS : []),
]

const HEAD = `const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' }\n`

const bodyText = (whole: Json, field: string, form: string): string => {
  const members = Object.entries({ ...whole, [field]: undefined }).map(
    ([name, value]) => `${name}: ${name === field ? form : JSON.stringify(value)}`,
  )
  return `{ ${members.join(', ')} }`
}

const callText = ({ path, use }: Subject, index: number, parameter: string, body: string): string =>
  `export const call${index} = (${parameter}) => fetch('https://rest.runpod.io/v1${path}', { method: '${use === 'create' ? 'POST' : 'PATCH'}', headers, body: JSON.stringify(${body}) }).then((answer) => answer.ok)\n`

const facetOf = ({ resource, use }: Subject): CompiledFacet =>
  resources.find(({ id }) => id === resource)?.[use] as CompiledFacet

/** The program after the rewrite, as a script that gives its calls. */
const rewritten = (text: string, ending: string, calls: number): string => {
  const path = `/virtual/input.${ending}`
  const sources = loadSources([path], noAlias, (name) => (name === path ? text : undefined))
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
  const after = changes.map((change) => change.after).reverse()
  expect(after.at(-1), 'nothing moved').not.toContain('rest.runpod.io')
  return scriptOf(after.join('\n'), calls)
}

const scriptOf = (text: string, calls: number): string => {
  const plain = text.replace(/^import [^'"]*(['"]).*\1;?$/gm, '').replace(/^export const/gm, 'const')
  const names = Array.from({ length: calls }, (_, index) => `call${index}`)
  const { ESNext } = compiler.ScriptTarget
  return compiler.transpileModule(`${plain}\nreturn [${names.join(', ')}]`, {
    compilerOptions: { target: ESNext },
  }).outputText
}

/** What each call of a script sends for some options. */
const sentBy = async (script: string, options: Json): Promise<(Json | undefined)[]> => {
  let heard: Json | undefined
  const listen = (_url: string, { body }: { body: string }) => {
    heard = JSON.parse(body) as Json
    return Promise.resolve(Response.json({}))
  }
  const calls = new Function('fetch', script)(listen) as ((options: Json) => Promise<unknown>)[]
  const out: (Json | undefined)[] = []
  for (const call of calls) {
    heard = undefined
    await call(options)
    out.push(heard)
  }
  return out
}

const cases = SUBJECTS.flatMap((subject) =>
  Object.entries(subject.fields).map(
    ([field, [type, value]]) =>
      [`${subject.resource} ${subject.use} ${field}`, { subject, field, type, value }] as const,
  ),
)

describe.each(cases)('%s, where it may be nothing', (_name, { subject, field, type, value }) => {
  const forms = formsOf(type).map((form) => form.replaceAll('D', JSON.stringify(value)))
  const facet = facetOf(subject)
  const { up } = facet
  // A null that neither a type nor the program says goes to v2 as it is, which refuses it.
  const optionsFor = (ending: string) =>
    [undefined, ...(ending === 'ts' ? [null] : []), value].flatMap((x) =>
      [true, false].map((on) => ({ x, on })),
    )

  test.each([
    ['js', 'o'],
    ['ts', `o: { x?: ${type} | null; on?: boolean }`],
  ])('moved in %s it is sent as v1 took it', async (ending, parameter) => {
    const text =
      HEAD +
      forms
        .map((form, index) => callText(subject, index, parameter, bodyText(subject.whole, field, form)))
        .join('')
    const before = scriptOf(text, forms.length)
    const after = rewritten(text, ending, forms.length)
    for (const options of optionsFor(ending)) {
      const old = await sentBy(before, options)
      const taken = old.flatMap((body, index) =>
        missingFrom(facet, body as Json).length > 0 ? [] : [{ index, sent: up(body as Json).doc }],
      )
      const said = taken.map(({ index, sent }) => ({ form: forms[index], options, sent }))
      const now = await sentBy(after, options)
      expect(taken.map(({ index }) => ({ form: forms[index], options, sent: now[index] }))).toEqual(
        JSON.parse(JSON.stringify(said)).map((one: Json) => ({ ...one, options })),
      )
    }
  })
})
