import type { ts } from 'ts-morph'
import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { readCode } from '../pages/read-code.ts'
import { gate } from '../tree/gate.ts'
import { escaped } from '../tree/holding.ts'
import { few } from './few.ts'

/** What is sent under a name: `bus.emit('pod', pod)`, `queue.add('sweep', { pod })`, `new Queue('pods')`. */
const SENDS = /(?:\.(?:emit|add)\(\s*|\bnew \w*Queue(?:<[^>]*>)?\(\s*)['"`]([\w:./-]+)['"`]/g

/** What streams, sockets and processes send of themselves. */
const OF_STREAMS =
  /^(error|data|end|close|finish|message|open|connect(ion)?|disconnect|exit|ready|drain|listening|request|response|upgrade|abort|timeout|change|warning)$/

/** `pods: publicProcedure.query(…)` */
const PROCEDURE = /\b(\w+)\s*:\s*(?:\w+\.)?\w*[pP]rocedure\b/g

/** What takes jobs of a queue, whose name it says. */
const WORKS = /\bnew Worker\b|\.process\(/

type File = Pick<ts.SourceFile, 'text'>

const namesBy = (pattern: RegExp, files: readonly File[]): string[] => [
  ...new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
]

/** Files that take what the program sends under a name, or asks for by one of its procedures, and may read of it what v2 does not say. */
export const takersElsewhere = (
  read: readonly ts.SourceFile[],
  unread: readonly string[],
): readonly string[] => {
  const sent = namesBy(SENDS, read).filter((name) => !OF_STREAMS.test(name))
  const quoted = sent.flatMap((name) => [`'${name}'`, `"${name}"`, `\`${name}\``])
  const asked = namesBy(PROCEDURE, read).flatMap((name) => [`.${name}.use`, `.${name}.query`])
  const words = [...quoted, ...asked]
  if (words.length === 0) return []
  const listens = new RegExp(
    `\\.(?:on|once|\\w*[lL]istener)\\(\\s*['"\`](?:${sent.map(escaped).join('|')})['"\`]`,
  )
  const readsLost = mayReadLost()
  const takes = (text: string): boolean =>
    (sent.length > 0 && (listens.test(text) || WORKS.test(text))) || asked.some((one) => text.includes(one))
  const isTaker = (path: string): boolean => {
    const text = readCode(path) ?? ''
    return takes(text) && readsLost(text)
  }
  return few(gate(unread, words).strong.filter(isTaker))
}
