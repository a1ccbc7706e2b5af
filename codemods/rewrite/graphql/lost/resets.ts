import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { RestCall } from '../../../../mappings/graphql/calls.ts'

/** What the legacy API set back where a change left it out, told of the fields that a body may leave out. */
export const resetsOf = (
  { body, resource, resets = {} }: RestCall,
  said: ReadonlySet<string>,
): readonly Finding[] => {
  const names = Object.keys(resets).filter((name) => !said.has(name))
  const values = names.map((name) => `${name} to ${resets[name]}`).join(', ')
  return names.length === 0
    ? []
    : [
        {
          code: 'DROPPED',
          rule: `${resource}.${body?.facet}.${names[0]}`,
          at: names.join(', '),
          why: `where a change left it out, the legacy API set ${values}; v2 keeps what is there`,
        },
      ]
}
