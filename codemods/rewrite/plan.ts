import type { ts } from 'ts-morph'
import type { BehaviourName } from '../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import type { Site } from '../sites/sites.ts'
import type { LostRead } from './answer/reads/read-paths.ts'
import type { InPlace } from './answer/reads/reads-in-place.ts'

import type { Borrowed } from './edit/borrow.ts'
import type { Edit } from './edit/edit.ts'
import type { Mapper } from './mapper/mapper.ts'
import type { Reason } from './reason.ts'

/** A mapper called in a file: its import is added there. */
export interface MapperUse {
  readonly file: ts.SourceFile
  readonly mapper: Mapper
}

/** What a part of a plan contributes. */
export interface Part {
  readonly edits: readonly Edit[]
  readonly mappers: readonly MapperUse[]
  readonly findings: readonly Finding[]
  /** Names of other files that its text says. */
  readonly borrows?: readonly Borrowed[]
  /** Where else a name is used that what it changes is kept under. */
  readonly beside?: readonly ts.Node[]
  /** Other calls for which a helper makes what it changes. */
  readonly made?: readonly ts.Node[]
}

/** A call of a helper that says the method of a call, and the edit by which it says v2's. */
export interface Through {
  readonly call: ts.Node
  readonly edit: Edit
}

/** A type or schema of the project that says members of an answer which v2 does not. */
export interface Untold {
  /** The first of the members. */
  readonly node: ts.Node
  /** Those that v2 does not say any more. */
  readonly names: readonly string[]
  /** Those that REST v1 did not say either. */
  readonly foreign: readonly string[]
  /** What it is called, where it has a name. */
  readonly of: string | undefined
  /** The type, which several answers may be of, and where it says each of them. */
  readonly type?: { readonly node: ts.Node; readonly places: ReadonlyMap<string, ts.Node> }
  /** It reads them, and does not only say that they are there. */
  readonly isRead?: true
}

/** The two ways to deal with an answer: a mapper where it comes in, or its reads in v2's words. */
export interface AnswerPlan {
  readonly mapped: Part
  readonly inPlace?: InPlace
  /** Members read of it that v2 does not say. */
  readonly lost?: readonly LostRead[]
  /** Where the program asks for it by a route of its own. */
  readonly asked?: readonly ts.Node[]
  /** Those of them whose answer nobody could follow further. */
  readonly unfollowed?: readonly ts.Node[]
  /** Where members that it has are read. */
  readonly reads?: readonly ts.Node[]
  /** Whether it goes on as a whole, in v1's words, to readers out of sight. */
  readonly goesOut?: boolean
  /** Whether somebody reads what the call has to ask v2 for apart. */
  readonly isCompleted?: true
  /** Whether a helper takes a list out of v2's envelope. */
  readonly isOpenedInside?: true
  /** Whether the program takes a list out of an envelope already. */
  readonly isOpened?: true
  /** What types and schemas say of it, and v2 does not. */
  readonly untold?: readonly Untold[]
}

/** What lets a call keep its old base. */
export interface Keeping extends Pick<Part, 'edits' | 'mappers'> {
  /** Names that override the base, for this call as for the others. */
  readonly overrides: readonly string[]
}

/** A call that the program's own function is handed in the place of a document, in one of two ways. */
export interface Handed {
  /** The functions on the way, innermost first, each with the call of it. */
  readonly levels: readonly { readonly callee: ts.SignatureDeclaration; readonly call: ts.CallExpression }[]
  /** The edits where nothing but such calls comes in. */
  readonly only?: readonly Edit[]
  /** The edits where some callers still say a document. */
  readonly both?: readonly Edit[]
  /** What is done where neither can be. */
  readonly plain?: Partial<Plan>
}

/** What is to be done about one site: all of it or nothing. */
export interface Plan {
  readonly site: Site
  readonly route?: Route
  /** Edits of text that other sites may share: host and version. */
  readonly base: readonly Edit[]
  /** Of a call that nobody makes, its base: it moves with the calls that share it, and holds none of them. */
  readonly follows?: readonly Edit[]
  readonly edits: readonly Edit[]
  readonly mappers: readonly MapperUse[]
  readonly findings: readonly Finding[]
  /** What v1 did for the call on its own server, and v2 does by itself as the call asks for it. */
  readonly settled?: readonly BehaviourName[]
  /** What is to be done about the answer, until it is chosen which. */
  readonly answer?: AnswerPlan
  /** Set where the site stays as it was. */
  readonly left?: Reason
  /** Set where what it is made with is called out of sight, too: that must stay as it is altogether. */
  readonly isHeld?: true
  /** How a call that stays keeps the base that the others leave. */
  readonly keeps?: Keeping
  /** Set where the site stays on GraphQL for good: why. */
  readonly kept?: string
  /** What can be done about that, where it is more than to find another way. */
  readonly keptFix?: string
  /** Members of a GraphQL answer that other files read, and v2 does not say. */
  readonly lost?: readonly LostRead[]
  /** The GraphQL fields asked for. */
  readonly operation?: string
  /** Fields of a document that stay on GraphQL, all of them or while the others move, each with the reason. */
  readonly stays?: readonly { readonly name: string; readonly why: string }[]
  /** What was done around a call that moved, and is not done any more. */
  readonly around?: readonly string[]
  /** Set until it is known who else calls the function that is handed the call. */
  readonly handed?: Handed
  /** Names of other files that the new call says. */
  readonly borrows?: readonly Borrowed[]
  /** The same for plans that are carried out together or not at all. */
  readonly together?: object
  /** It stays for another of these alone, and may do without them. */
  readonly isInStep?: true
  /** Where else the name is used that its body is kept under: that must move with it. */
  readonly beside?: readonly ts.Node[]
  /** Other calls for which a helper makes what it sends. */
  readonly made?: readonly ts.Node[]
  /** Other calls of whose paths a function on the way asks the same version. */
  readonly asked?: readonly ts.Node[]
  /** What goes through the helpers that say its method, and must want another as well. */
  readonly through?: readonly Through[]
  /** The literals that the GraphQL document is made of. */
  readonly reads?: readonly ts.Node[]
}
