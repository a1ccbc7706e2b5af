import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** The members of an object in groups: each spread by itself, and what stands between. */
const groupsOf = ({ properties }: ts.ObjectLiteralExpression): string[] => {
  const groups: { members: string[]; spread?: string }[] = [{ members: [] }]
  for (const one of properties) {
    if (ts.isSpreadAssignment(one))
      groups.push({ members: [], spread: one.expression.getText() }, { members: [] })
    else groups.at(-1)?.members.push(one.getText())
  }
  return groups
    .filter(({ members, spread }, index) => index === 0 || spread !== undefined || members.length > 0)
    .map(({ members, spread }) => spread ?? `{ ${members.join(', ')}${members.length > 0 ? ' ' : ''}}`)
}

/** `Object.assign` in the place of spreads. */
export const form: Form = {
  example: { before: 'send({ ...init, headers })', after: 'send(Object.assign({ }, init, { headers }))' },
  apply: perFile((file) =>
    all(file, ts.isObjectLiteralExpression)
      .filter(({ properties }) => properties.some(ts.isSpreadAssignment))
      .map((made) => {
        const text = `Object.assign(${groupsOf(made).join(', ')})`
        return [replace(made, text)]
      }),
  ),
}
