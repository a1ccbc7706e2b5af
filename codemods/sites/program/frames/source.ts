import type { ts } from 'ts-morph'
import type { Scope } from './frames.ts'

/** A call that may run a function of the project. */
export type Call = ts.CallExpression | ts.NewExpression

/** Where a value comes from: the node that makes it, and the frame in which that node is to be read. */
export interface Source {
  readonly node: ts.Node
  readonly scope: Scope | undefined
  /** The module an imported name comes from, where the module is not part of the project. */
  readonly external?: { readonly module: string; readonly name: string }
  /** Set where the trail ends at a parameter that the caller decides. */
  readonly parameter?: ts.ParameterDeclaration
  /** The environment variable read, or the option a caller outside the project may give. */
  readonly env?: string
  /** For a function: arguments that it has been bound to (`f.bind(null, base)`). */
  readonly bound?: readonly ts.Expression[]
  /** For a function that `f.call(this, …)` or `limit(f, …)` runs: how many of the call's first arguments are not the function's. */
  readonly unbinds?: number
}

/** One branch of a condition by which a program chooses between calls. */
export interface Branch {
  readonly condition: ts.Expression
  readonly value: boolean
}

/** Follows values backwards through the source: names, members, parameters, imports and small functions. */
export interface Trace {
  readonly checker: ts.TypeChecker
  readonly files: readonly ts.SourceFile[]
  /** Everything that was read for the sake of an address of ours so far. */
  readonly visited: ReadonlySet<ts.Node>
  /** Remembers what `run` reads where `isOurs` says of its result that it is. */
  readonly remembering: <T>(run: () => T, isOurs: (result: T) => boolean) => T
  /** What an expression may evaluate to. Never empty: where nothing is known it is the expression itself. */
  readonly sources: (node: ts.Expression, scope: Scope | undefined) => Source[]
  /** What `object.name` may evaluate to; empty where it is unknown. */
  readonly members: (object: ts.Expression, name: string, scope: Scope | undefined) => Source[]
  /** What the member of a traced value may be; empty where it is unknown. */
  readonly membersOf: (source: Source, name: string) => Source[]
  /** The functions of the project a call may run. */
  readonly targets: (call: Call, scope: Scope | undefined) => Source[]
  /** The calls of the project that may run a function. */
  readonly callers: (callee: ts.Node) => readonly Call[]
  /** The frame of a function that one of its callers runs. */
  readonly frame: (callee: ts.SignatureDeclaration, call: Call, outer?: Scope) => Scope
  /** The classes of the project that extend a class, directly or not. */
  readonly subclasses: (node: ts.Node) => readonly ts.ClassLikeDeclaration[]
  /** What a condition comes to while one branch of it is looked at by itself. */
  readonly assumed: (condition: ts.Expression) => boolean | undefined
  /** Answers questions as they are where a condition comes to a value, in every place of the function that asks it. */
  readonly assuming: <T>(branch: Branch | undefined, run: () => T) => T
  /**
   * How often the callers of a function off the way to the sink have been asked. Where the number grows over a question,
   * the answer is what callers in sight say, and another may say nothing.
   */
  readonly guesses: () => number
  /**
   * Says from which node the caller's parameters are left open; every other function's callers are looked up.
   * @param closed a function around it that nobody calls
   */
  readonly from: (top: ts.Node | undefined, closed?: ts.Node) => void
  /** Whether every file that may use what a file exports under a name was read. */
  readonly inSight: InSight
  /** Whether a page names a script, so that its markup may use all that the script declares. */
  readonly isOnPage: (file: ts.SourceFile) => boolean
  /** The files that are on a page with a script. */
  readonly pageMates: (file: ts.SourceFile) => readonly ts.SourceFile[]
}

/** Tells whether every file that may use what a file exports under a name was read. */
export type InSight = (file: ts.SourceFile, name: string) => boolean

/** What questions are asked with on the way, by whoever asks first. */
export type Asking = Omit<Trace, 'from'>

/** What the parts of the trace ask of each other, and how far the present question has gone. */
export interface Tracing extends Asking {
  readonly named: (node: ts.Identifier, scope: Scope | undefined) => Source[]
  readonly declared: (node: ts.Identifier, declaration: ts.Declaration, scope: Scope | undefined) => Source[]
  readonly bound: (
    node: ts.Expression,
    parameter: ts.ParameterDeclaration,
    scope: Scope | undefined,
  ) => Source[]
  /** Whether a function's parameters are left open for the caller to say. */
  readonly isOpen: (callee: ts.Node) => boolean
  /** Asks with no parameter left open: a function that is handed in is one of those that callers in sight hand in. */
  readonly closed: <T>(run: () => T) => T
  /** Counts for `guesses`. */
  readonly guess: () => void
  /** Asks whether callers say a member of what a parameter holds, with no parameter left open; as it was found before, where it was. */
  readonly ofCallers: (parameter: ts.Node, name: string, ask: () => boolean) => boolean
  /** Whether the list of callers is being made, so that nobody may ask for it. */
  readonly isBuilding: () => boolean
  /** Whether the question has gone too many steps to go on. */
  readonly isDeep: () => boolean
}
