import { describe, expect, test } from 'vitest'
import { compiler } from '../../codemods/project/compiler.ts'
import { loadSources, noAlias } from '../../codemods/project/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/locate.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { resources, routes } from '../../mappings/v1/index.ts'

type Json = Record<string, unknown>

const { create } = resources.find(({ id }) => id === 'v1.pods') as unknown as { create: CompiledFacet }

/** A body that leaves nothing to v1's defaults. */
const WHOLE: Json = {
  name: 'n',
  imageName: 'i',
  gpuTypeIds: ['NVIDIA L4'],
  gpuCount: 1,
  containerDiskInGb: 50,
  volumeInGb: 0,
  cloudType: 'SECURE',
  ports: ['22/tcp'],
}

/** Fields with their type and a value. */
const FIELDS: Readonly<Record<string, readonly [type: string, value: unknown]>> = {
  name: ['string', 'given'],
  gpuCount: ['number', 2],
  containerDiskInGb: ['number', 30],
  volumeInGb: ['number', 20],
  cloudType: ["'SECURE' | 'COMMUNITY'", 'COMMUNITY'],
  ports: ['string[]', ['80/http']],
  env: ['Record<string, string>', { A: 'b' }],
  dockerStartCmd: ['string[]', ['a', 'b c']],
  volumeMountPath: ['string', '/given'],
  templateId: ['string', 't'],
  networkVolumeId: ['string', 'v'],
  containerRegistryAuthId: ['string', 'r'],
  allowedCudaVersions: ['string[]', ['12.1']],
}

/** How programs say a value that may be nothing; `D` is one that is something. */
const FORMS = [
  ...['o.x', 'o?.x', 'o.x ?? D', 'o.x || D', 'o.x ?? undefined', 'o.x || undefined', 'o.x ?? null'],
  ...['o.x ? D : undefined', 'o.x ? o.x : D', 'o.on ? o.x : undefined', 'o.on ? D : o.x', 'o.on ? D : null'],
]
const OF_TEXTS = ['o.x?.trim()', 'o.x?.toLowerCase() ?? D']
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

const bodyText = (field: string, form: string): string => {
  const members = Object.entries({ ...WHOLE, [field]: undefined }).map(
    ([name, value]) => `${name}: ${name === field ? form : JSON.stringify(value)}`,
  )
  return `{ ${members.join(', ')} }`
}

const callText = (index: number, parameter: string, body: string): string =>
  `export const call${index} = (${parameter}) => fetch('https://rest.runpod.io/v1/pods', { method: 'POST', headers, body: JSON.stringify(${body}) }).then((answer) => answer.ok)\n`

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
  const plain = text.replace(/^import .*$/gm, '').replace(/^export const/gm, 'const')
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

describe.each(Object.entries(FIELDS))('%s, where it may be nothing', (field, [type, value]) => {
  const forms = formsOf(type).map((form) => form.replaceAll('D', JSON.stringify(value)))
  // A null that neither a type nor the program says goes to v2 as it is, which refuses it.
  const optionsFor = (ending: string) =>
    [undefined, ...(ending === 'ts' ? [null] : []), value].flatMap((x) =>
      [true, false].map((on) => ({ x, on })),
    )

  test.each([
    ['js', 'o'],
    ['ts', `o: { x?: ${type} | null; on?: boolean }`],
  ])('moved in %s it is sent as v1 took it', async (ending, parameter) => {
    const text = HEAD + forms.map((form, index) => callText(index, parameter, bodyText(field, form))).join('')
    const before = scriptOf(text, forms.length)
    const after = rewritten(text, ending, forms.length)
    for (const options of optionsFor(ending)) {
      const old = await sentBy(before, options)
      const said = old.map((body, index) => ({
        form: forms[index],
        options,
        sent: create.up(body as Json).doc,
      }))
      const now = await sentBy(after, options)
      expect(now.map((sent, index) => ({ form: forms[index], options, sent }))).toEqual(
        JSON.parse(JSON.stringify(said)).map((one: Json) => ({ ...one, options })),
      )
    }
  })
})
