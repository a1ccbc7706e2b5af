import { expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { loadSources, noAlias } from '../project/parse/program.ts'
import { sitesIn } from './sites.ts'
import { hostsWith } from './texts/locate.ts'
import { createTrace } from './values/trace.ts'

test('a call whose analysis fails is told, and the others are found', () => {
  const text = "fetch('https://rest.runpod.io/v1/pods')\nfetch('https://rest.runpod.io/v1/templates')\n"
  const { checker, files } = loadSources(['/a.ts'], noAlias, (path) => (path === '/a.ts' ? text : undefined))
  const [file] = files
  if (!file) throw new Error('no file')
  const trace = createTrace(checker, files)
  let asked = 0
  const failing = {
    ...trace,
    from: () => {
      asked += 1
      if (asked === 1) throw new Error('a mistake')
    },
  }
  const failed: string[] = []
  const sites = sitesIn(
    failing,
    file,
    { hosts: hostsWith(), routes },
    (node, error) => void failed.push(`${node.getText()} ${(error as Error).message}`),
  )
  expect(failed).toEqual(["fetch('https://rest.runpod.io/v1/pods') a mistake"])
  expect(sites.map(({ located }) => located[0]?.shape)).toEqual(['https://rest.runpod.io/v1/templates'])
})
