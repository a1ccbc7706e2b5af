import type { ts } from 'ts-morph'

/** What the compiler has against some text of a file. */
export interface Complaint {
  readonly path: string
  readonly code: number
  readonly start: number
  readonly end: number
  readonly text: string
}

/** That a value does not fit where it stands, or has no such member. What else may be said is mostly of libraries that are not read. */
const OF_MISFITS = new Set([
  2300, 2322, 2339, 2345, 2353, 2367, 2551, 2554, 2559, 2561, 2678, 2739, 2740, 2741, 2769, 2820,
])

/** Types of which the codemod's own library says a part only. */
const OF_LIBRARY =
  /on type '(string|number|boolean|(.*\[\])|(readonly .*)|((Array|Promise|Response|Headers|Map|Set)\b.*))'/

/** What the compiler complains of in some files of a program, where that can be told without its libraries. */
export const complaintsOf = (program: ts.Program, paths: readonly string[]): Complaint[] =>
  paths.flatMap((path) => {
    const file = program.getSourceFile(path)
    return file ? program.getSemanticDiagnostics(file).flatMap((one) => complaintOf(path, one)) : []
  })

const complaintOf = (path: string, { code, start, length, messageText }: ts.Diagnostic): Complaint[] => {
  if (start === undefined || length === undefined || !OF_MISFITS.has(code)) return []
  const text = typeof messageText === 'string' ? messageText : messageText.messageText
  return OF_LIBRARY.test(text) ? [] : [{ path, code, start, end: start + length, text }]
}
