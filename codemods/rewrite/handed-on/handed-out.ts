import type { ts } from 'ts-morph'
import { isTestFile } from '../../beside/files/test-files.ts'
import type { Note } from '../../project/note.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import type { Call, Trace } from '../../sites/program/frames/source.ts'
import { isMember } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, dressed } from '../../sites/program/syntax/nodes.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'
import { short } from '../reason-text.ts'
import { clientOf, usesOf } from './client-calls.ts'

/**
 * `new Runpod({ http })` of a package, where `http` is a client whose base moved: what the package asks for by it stands in
 * none of these files.
 */
export const handedOut = (
  trace: Trace,
  done: readonly Plan[],
  own: readonly ts.SourceFile[],
  root: string,
): Note[] => {
  const known = new Set<ts.Node>(done.flatMap(({ site: { sink } }) => [sink.call, sink.request ?? sink.call]))
  const files = own.filter((file) => !isTestFile(file, root))
  const found = clientsOf(trace, done).flatMap((client) =>
    usesOf(trace, files, client).flatMap((use) => {
      const to = givenTo(use)
      return to && !known.has(to) && isPackages(trace, to) ? [noteOn(use, to, root)] : []
    }),
  )
  return found
}

/** The clients that calls were made by, each once. */
const clientsOf = (trace: Trace, done: readonly Plan[]): ts.Identifier[] => {
  const clients = done.flatMap(({ base, site: { sink } }) =>
    base.length > 0 && sink.base ? (clientOf(trace, sink.request ?? sink.call) ?? []) : [],
  )
  const byName = new Map(clients.map((one) => [trace.checker.getSymbolAtLocation(one), one]))
  return [...byName.values()]
}

/** The call that is given a value: by itself, or as a member of an object that it is given. */
const givenTo = (use: ts.Expression): Call | undefined => {
  const value = dressed(use)
  const { parent } = value
  if (isCall(parent)) return parent.expression === value ? undefined : parent
  if (!isMember(parent)) return undefined
  const call = dressed(parent.parent).parent
  return isCall(call) ? call : undefined
}

/** What looks at the requests of a client, keeps it, or fakes it in tests, and asks for nothing by it. */
const HELPER =
  /axios|retry|cache|rate|log|pino|winston|debug|sentry|trac(e|ing)|telemetry|mock|test|sinon|react|vue|svelte|solid|angular|inversify|awilix|tsyringe|lodash/i

const isPackages = (trace: Trace, { expression: callee }: Call): boolean => {
  const from = trace.sources(bare(callee), undefined).flatMap(({ external }) => external?.module ?? [])
  return from.length > 0 && from.every((module) => !/^(\.|node:)/.test(module) && !HELPER.test(module))
}

const noteOn = (use: ts.Expression, { expression: callee }: Call, root: string): Note => ({
  ...positionOf(use, root),
  rule: 'codemod.handed-on',
  class: 'follow-up',
  fix: 'see that it asks for paths and bodies of v2, or give it a client of its own',
  confidence: 'low',
  why: `${short(flatText(use))} asks v2 now, and is given to ${short(flatText(callee))}, whose requests stand in none of these files`,
})
