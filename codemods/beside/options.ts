import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import type { Plan } from '../rewrite/plan.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import type { Hosts } from '../sites/texts/locate.ts'

/** What the tests of a program, and its checks of addresses, are looked at with. */
export interface BesideOptions {
  readonly trace: Trace
  readonly files: readonly ts.SourceFile[]
  /** Settled: each is carried out or not. */
  readonly plans: readonly Plan[]
  readonly routes: readonly Route[]
  readonly hosts: Hosts
  /** Directory that paths in notes are relative to. */
  readonly root: string
  /** Whether a file, or a line of it, may be changed. */
  readonly mayChange: (path: string, line?: number) => boolean
}
