import type { ts } from 'ts-morph'
import type { Plan } from '../../rewrite/plan.ts'
import type { Hosts } from '../../sites/texts/locate.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Told } from '../answers/answers.ts'

/** What a test says in old words and nobody here can change for certain. */
export interface Leftover {
  readonly node: ts.Node
  readonly what: 'address' | 'document' | 'sent' | 'answers'
  readonly word: string
}

/** What a look through a test file needs. */
export interface LeftoverOptions {
  readonly trace: Trace
  readonly file: ts.SourceFile
  /** The calls that the test runs. */
  readonly run: readonly Plan[]
  /** All calls of the program. */
  readonly plans: readonly Plan[]
  /** The addresses that it says of them. */
  readonly addressed: readonly Told[]
  readonly hosts: Hosts
  readonly root: string
  /** Addresses that have been dealt with. */
  readonly known: (node: ts.Node) => boolean
}

/** `podStop` of `mutation.podStop`. */
export const lastPart = (operation: string): string => operation.split('.').at(-1) as string
