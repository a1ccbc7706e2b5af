/** A value of v2's body that hangs on a condition: `volume ? { network: […] } : { persistent: … }`. */
export class OnCondition {
  /** Source text that may stand before a `?`. */
  readonly condition: string
  /** What is said where it holds, and where it does not: undefined for nothing. */
  readonly yes: unknown
  readonly no: unknown

  constructor(condition: string, yes: unknown, no: unknown) {
    this.condition = condition
    this.yes = yes
    this.no = no
  }
}
