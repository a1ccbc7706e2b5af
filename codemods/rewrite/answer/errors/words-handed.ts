import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { goesByPlace, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { isError } from './error-words.ts'

const MOST_LEVELS = 2

/** Files, with the functions of others that are handed what an error says there: `classify(status, message)`. */
export const withHanded = (trace: Trace, files: readonly ts.SourceFile[]): readonly ts.Node[] => {
  const within = new Set<ts.Node>(files)
  const handed = new Set<ts.Node>()
  let places: readonly ts.Node[] = files
  for (let level = 0; level < MOST_LEVELS; level++) {
    places = places
      .flatMap((place) => handedIn(trace, place))
      .filter((one) => !within.has(one.getSourceFile()) && !handed.has(one))
    for (const one of places) handed.add(one)
  }
  return [...files, ...handed]
}

const handedIn = (trace: Trace, place: ts.Node): ts.Node[] =>
  nodesIn(place, compiler.isCallExpression).flatMap((call) =>
    call.arguments.some((one) => isError(trace, one))
      ? trace
          .targets(call, undefined)
          .filter(goesByPlace)
          .map(({ node }) => node)
      : [],
  )
