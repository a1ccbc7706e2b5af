import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { walk } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isDone } from '../near.ts'
import { plansFor } from './answers.ts'
import { useOf } from './context.ts'

const GRAPHQL = hostProfiles.runpod.is.graphql

/**
 * Where a test expects GraphQL's address, or gives it in a module's place, and the calls that it does so for still go
 * there: nothing is to be said of it. Of a test that runs no such call, any of the program counts.
 */
export const stayingGraphql = (
  trace: Trace,
  file: ts.SourceFile,
  run: readonly Plan[],
  plans: readonly Plan[],
): ts.Node[] => {
  const asked = [run.filter(isGraphql), plans.filter(isGraphql)].find(({ length }) => length > 0) ?? []
  const stays = (node: ts.Expression) => plansFor(trace, node, asked, []).some((one) => !isDone(one))
  const found: ts.Node[] = []
  walk(file, (node) => {
    if (!compiler.isStringLiteralLike(node) || !node.text.startsWith(GRAPHQL)) return undefined
    const isFound = isOfModuleThatStays(node, plans) || (IS_HELD.has(useOf(node).kind) && stays(node))
    if (isFound) found.push(node)
    return undefined
  })
  return found
}

/** Whether a test gives GraphQL's address in a module's place, and any call of the program still goes there. */
export const isOfModuleThatStays = (node: ts.Node, plans: readonly Plan[]): boolean =>
  compiler.isStringLiteralLike(node) &&
  node.text.startsWith(GRAPHQL) &&
  useOf(node).kind === 'given' &&
  plans.some((one) => isGraphql(one) && !isDone(one))

const IS_HELD: ReadonlySet<string> = new Set(['asserted', 'compared', 'served'])

const isGraphql = ({ site }: Plan): boolean => site.located.some(({ family }) => family === 'graphql')
