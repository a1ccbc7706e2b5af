import { expect, test } from 'vitest'
import { routes } from '../../../../mappings/v1/index.ts'
import { loadSources, noAlias } from '../../../project/parse/program.ts'
import { hostsWith } from '../../../sites/texts/locate.ts'
import { rewrite } from '../../rewrite.ts'

/** A program whose client library is not installed where it is read: nothing but the calls says what they give. */
const rewritten = (program: string): string => {
  const path = '/virtual/input.ts'
  const sources = loadSources([path], noAlias, (name) => (name === path ? program : undefined))
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
  return changes.find((change) => change.path.endsWith('input.ts'))?.after ?? ''
}

const HEAD = `import axios from 'axios'
const api = axios.create({ baseURL: 'https://rest.runpod.io/v1' })
`

test('a type that a call says of its answer is renamed with the reads', () => {
  const after = rewritten(`${HEAD}interface Pod { imageName: string }
export const cost = async (id: string) => (await api.get<{ costPerHr: number }>(\`/pods/\${id}\`)).data.costPerHr
export const images = async () => (await api.get<Pod[]>('/pods')).data.map((pod) => pod.imageName)
`)
  expect(after).toContain('interface Pod { image: string }')
  expect(after).toContain('api.get<{ cost: number }>(`/pods/${id}`)).data.cost\n')
  expect(after).toContain("api.get<{ pods: Pod[] }>('/pods')).data.pods.map((pod) => pod.image)")
})

test('a type that other files may use keeps its names, and so do the reads', () => {
  const after = rewritten(`${HEAD}export interface Pod { imageName: string }
export const image = async (id: string) => (await api.get<Pod>(\`/pods/\${id}\`)).data.imageName
`)
  expect(after).toContain('export interface Pod { imageName: string }')
  expect(after).toMatch(/podFromV2\(.*\)\.imageName/)
})
