import { definedMappings } from '../../mappings/dsl/mapping.ts'
import { hostProfiles } from '../../mappings/hosts.ts'
import { handlersOver } from '../inprocess/create-fetch.ts'
import { answerError, ProxyError } from '../proxy/errors.ts'
import { createPages } from '../proxy/pages.ts'
import { answerRequest, responseOf } from '../proxy/web.ts'
import { type AddressVariables, upstreamsIn } from '../server/addresses.ts'
import type { Address } from '../server/compose.ts'
import { readTarget, type Target } from '../server/target.ts'

const urlOf = ({ origin, path }: Address): string => origin + path

/** Workers runtimes compile code from text only while the module starts: every facet is compiled then. */
const compileAll = (): number => {
  const facets = definedMappings().flatMap((one) => one.facets.map((name) => one[name]))
  return facets.flatMap((facet) => [facet?.up, facet?.down]).length
}
compileAll()

/** A call of REST v2 or the job API goes on as it is, streamed both ways; redirects are the caller's to follow. */
const passOn = (origin: string, request: Request, { path, query }: Target): Promise<Response> => {
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`
  return fetch(new Request(url, request), { redirect: 'manual' })
}

/** The proxy without a machine: the same core over the runtime's own fetch. */
export const createWorkerApp = (environment: AddressVariables): ((request: Request) => Promise<Response>) => {
  const targets = upstreamsIn(environment, hostProfiles.runpod.is)
  const [v2, queue] = [urlOf(targets.v2), urlOf(targets.queue)]
  const handlers = handlersOver({
    fetch: (input, init) => fetch(input, init),
    v2Url: v2,
    graphqlUrl: urlOf(targets.graphql),
  })
  const pages = createPages()
  return async function answerWorkerRequest(request) {
    const { pathname, search } = new URL(request.url)
    const target = readTarget(request.method, `${pathname}${search}`)
    if (target.refusal)
      return responseOf(answerError(target.dialect, new ProxyError('PATH_REFUSED', target.refusal)))
    switch (target.family) {
      case 'v1':
        return answerRequest(request, handlers.v1, 'v1')
      case 'v2':
        return passOn(v2, request, target)
      case 'jobs':
        return passOn(queue, request, target)
      case 'graphql':
        return answerRequest(request, handlers.graphql, 'graphql')
      case 'pages':
        return pages.fetch(request)
      default:
        return target.family satisfies never
    }
  }
}
