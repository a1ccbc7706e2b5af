import { compiler } from '../../project/compiler.ts'
import { expression, given, member, type Sink } from '../sink.ts'
import type { AskedMember } from './asked.ts'
import { middlewareOf } from './hooks.ts'

/** `createClient<paths>({ baseUrl }).GET('/pods/{podId}', { params: { path: { podId } } })`. */
export const openapiMember = ({ trace, call, callee, name, owner }: AskedMember): Sink | undefined => {
  const { node } = owner
  if (!/^[A-Z]{3,7}$/.test(name) || !compiler.isCallExpression(node)) return undefined
  const maker = trace.sources(node.expression, undefined)[0]?.external
  if (maker?.module !== 'openapi-fetch' || maker.name !== 'default') return undefined
  const [made] = node.arguments
  const [path, options] = call.arguments
  const hooks = middlewareOf(trace, callee.expression)
  return {
    library: 'openapi-fetch',
    call,
    url: expression(path),
    ...given('base', member(made, 'baseUrl')),
    ...(options ? { options } : {}),
    method: { kind: 'fixed', method: name },
    ...(options ? given('body', member(options, 'body')) : { openBody: 'body' }),
    serializes: true,
    answer: 'openapi',
    template: true,
    ...(node.typeArguments?.[0] ? { paths: node.typeArguments[0] } : {}),
    ...(hooks.length > 0 ? { hooks } : {}),
    headers: made ? [member(made, 'headers')].filter((one) => one !== undefined) : [],
  }
}
