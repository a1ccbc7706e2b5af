import { expect, test } from 'vitest'
import type { Sources } from '../../project/parse/program.ts'
import { fitted } from './fitted.ts'
import { parsed } from './lines.ts'

test('a module that is there goes on as it is laid', () => {
  const path = '/p/src/upshift.v2.ts'
  const before = `export const single = (field: string, list: any) => {
  if (list.length > 1)
    throw new Error(\`\${field}: REST v2 takes one value, not \${list.length}; try them one after the other\`)
  return list[0]
}
`
  const after = `${before}\nexport const first = (list: any) => list[0]\n`
  const program = parsed('/p/src/pods.ts', 'export const pods = 1\n')
  const [change] = fitted({ files: [program] } as unknown as Sources, [{ path, before, after }], [])
  expect(change?.after).toBe(after)
})
