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
  if (asked.every(isDone)) return []
  const found: ts.Node[] = []
  walk(file, (node) => {
    if (!compiler.isStringLiteralLike(node) || !node.text.startsWith(GRAPHQL)) return undefined
    const near = plansFor(trace, node, asked, [])
    if (near.some((one) => !isDone(one)) && IS_HELD.has(useOf(node).kind)) found.push(node)
    return undefined
  })
  return found
}

const IS_HELD: ReadonlySet<string> = new Set(['asserted', 'compared', 'served', 'given'])

const isGraphql = ({ site }: Plan): boolean => site.located.some(({ family }) => family === 'graphql')
