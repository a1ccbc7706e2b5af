/** One line of a pod's or worker's log. */
export interface LogLine {
  /** Epoch milliseconds. A line in the future has not been written yet. */
  readonly at: number
  readonly source: 'container' | 'system'
  readonly line: string
}
