/** What became of one place in the source. */
export type NoteClass =
  /** Changed; the reader may want to know what. */
  | 'rewritten'
  /** Left as it was: a person must decide. */
  | 'left'
  /** Stays on the old API, which still has no successor for it. */
  | 'kept'
  /** Not code that was changed, but must change with it (environment values, host pins, tests). */
  | 'follow-up'

/** One line of the report. The reporters turn these into text, JSON, SARIF and Markdown. */
export interface Note {
  /** The mapping's id: `v1.pods.create.gpuTypeIds`, `v1.pods.reset`, or a rule of the codemod's own. */
  readonly rule: string
  /** Path as it was found, relative to where the command ran. */
  readonly file: string
  /** One-based. */
  readonly line: number
  readonly column: number
  readonly class: NoteClass
  readonly v1?: string
  readonly v2?: string
  /** What to do. */
  readonly fix: string
  readonly confidence: 'high' | 'medium' | 'low'
  readonly why: string
}

/** Of more notes, those whose line nothing is said of. */
export const notSaidYet = (said: readonly Note[], more: readonly Note[]): readonly Note[] => {
  const lines = new Set(said.map(({ file, line }) => `${file}:${line}`))
  return more.filter(({ file, line }) => !lines.has(`${file}:${line}`))
}
