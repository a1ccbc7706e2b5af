import { relative } from 'node:path'
import type { Route } from '../../../mappings/dsl/route.ts'
import { hostProfiles, v2Base } from '../../../mappings/hosts.ts'
import type { Note } from '../../project/note.ts'
import type { Change } from '../../rewrite/contract.ts'
import { V1_ADDRESS } from '../../sites/texts/v1-address.ts'
import { pathsSaid } from './paths-said.ts'

/** A line of a comment, or what stands behind `//` in a line of code. */
const COMMENT = /^\s*(?:\/\/|\/?\*)(.*)|(?<=[\s;{}(),])\/\/(.*)/

/** What a comment says of the old API, and what is to be said instead. */
interface Said {
  readonly why: string
  readonly fix: string
}

/**
 * Comments of changed files that name an operation as v1 had it, or an old address that nothing in the file says any more: one
 * note a file for each of the two, with its lines.
 */
export const commentNotes = (changes: readonly Change[], routes: readonly Route[], root: string): Note[] => {
  const saidIn = pathsSaid(routes)
  const operation = (comment: string): Said | undefined => {
    const said = saidIn(comment)
    return (
      said && {
        why: `says ${said.v1}, which is ${said.v2} now`,
        fix: `say ${said.v2}, where it means REST v1`,
      }
    )
  }
  const codes = changes.map(codesOf)
  const leftByAll = ADDRESSES.filter(
    (one) => codes.some(({ was }) => was.includes(one)) && !codes.some(({ is }) => goesTo(is, one)),
  )
  return changes.flatMap((change): Note[] => {
    const address = addressLeft(change, leftByAll)
    const alone = (comment: string): Said | undefined => (operation(comment) ? undefined : address(comment))
    return [operation, alone].flatMap((told) => noteOn(change, told, root) ?? [])
  })
}

/**
 * Tells the old address that a comment names, where the code of the file named it and does so no more: or never did, for
 * whoever makes its client names it, and none of these does any more.
 */
const addressLeft = (
  change: Change,
  leftByAll: readonly string[],
): ((comment: string) => Said | undefined) => {
  const { was, is } = codesOf(change)
  const gone = ADDRESSES.filter((one) => !goesTo(is, one) && (was.includes(one) || leftByAll.includes(one)))
  return (comment) => {
    const found = gone.find((one) => comment.includes(one))
    return found === undefined
      ? undefined
      : {
          why: `names ${found}, where no call of this file goes any more`,
          fix: `say ${v2Base}, or leave it out`,
        }
  }
}

const { is: HOSTS } = hostProfiles.runpod

const ADDRESSES = [HOSTS.v1, HOSTS.graphql].map((one) => one.replace(/^https?:\/\//, ''))

/** Whether code says an address, or has v1's found where its call is made. */
const goesTo = (code: string, address: string): boolean =>
  code.includes(address) || (address === ADDRESSES[0] && code.includes(`${V1_ADDRESS}(`))

const codesOf = ({ before, after }: Change): { readonly was: string; readonly is: string } => ({
  was: codeOf(before ?? ''),
  is: codeOf(after),
})

const codeOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(COMMENT, ''))
    .join('\n')

const noteOn = (
  { path, before, after }: Change,
  told: (comment: string) => Said | undefined,
  root: string,
): Note | undefined => {
  const found = (before ?? '').split('\n').flatMap((line, index) => {
    const comment = COMMENT.exec(line)
    const said = comment && after.includes(line.trim()) ? told(comment[1] ?? comment[2] ?? '') : undefined
    return said ? [{ ...said, line: index + 1, column: (comment?.index ?? 0) + 1 }] : []
  })
  const [first, ...others] = found
  if (!first) return undefined
  const more =
    others.length > 0
      ? `; more of this in line${others.length > 1 ? 's' : ''} ${others.map(({ line }) => line).join(', ')}`
      : ''
  return {
    rule: 'codemod.comment',
    file: relative(root, path),
    line: first.line,
    column: first.column,
    class: 'follow-up',
    fix: first.fix,
    confidence: 'medium',
    why: `this comment ${first.why}${more}`,
  }
}
