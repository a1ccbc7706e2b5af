import { type Literal, offsetIn } from '../text/literals.ts'
import type { CompiledVocabulary, Family, RouteFact } from '../words/vocabulary.ts'
import { type Bases, type HostSite, lastName } from './addresses.ts'

/** What is known of the API a path belongs to. */
export type Aim = 'v1' | 'v2' | 'jobs' | 'graphql' | 'both' | 'unknown'

/** A path that looks like one of the old API's, where a program could call it. */
export interface PathSite {
  /** Without the version, as written. */
  readonly path: string
  readonly aim: Aim
  /** How the aim is known: in the same expression, or from a name, or not at all. */
  readonly by: 'address' | 'name' | 'none'
  readonly method: string | undefined
  readonly start: number
  readonly end: number
  readonly literal: Literal
}

const ENDS_IN_NAME =
  /(?:\{\{\s*([^{}]+?)\s*\}\}|\$\{([^{}]+)\}|#\{([^{}]+)\}|\{([^{}]*)\}|\$\(([\w.]+)\)|\$([A-Za-z_]\w*)|(%[sv])|<([^<>]+)>|\$env:(\w+))$/

const aimOf = (families: ReadonlySet<Family> | undefined): Aim => {
  if (!families || families.size === 0) return 'unknown'
  const has = (family: Family) => families.has(family)
  if (has('v1')) return has('v2') || has('api') ? 'both' : 'v1'
  if (has('v2') || has('api')) return 'v2'
  return has('jobs') ? 'jobs' : 'graphql'
}

/** Names handed to a formatter after the text: `fmt.Sprintf("%s/pods", base)`, `"{}/pods".format(base)`. */
const namesAfter = (text: string, literal: Literal, bases: Bases): ReadonlySet<Family> | undefined => {
  const after = text
    .slice(literal.end, literal.end + 160)
    .split('\n', 2)
    .join(' ')
  for (const word of after.match(/[A-Za-z_][\w.]*/g) ?? []) {
    const families = bases.get(lastName(word))
    if (families) return families
  }
  return undefined
}

interface Prefix {
  readonly aim: Aim
  readonly by: PathSite['by']
}

/** The host that an address begins with, of a path in it. */
const hostBefore = (literal: Literal, index: number, hosts: readonly HostSite[]): HostSite | undefined =>
  hosts.find(
    (one) =>
      one.literal === literal &&
      one.index <= index &&
      one.index + 300 > index &&
      literal.content.slice(one.index, index).search(/[\s"'`]/) < 0,
  )

const prefixNamed = (families: ReadonlySet<Family> | undefined): Prefix =>
  families ? { aim: aimOf(families), by: 'name' } : { aim: 'unknown', by: 'none' }

/** What stands before the path decides whose path it is; undefined where it is part of some other path. */
const prefixOf = (
  text: string,
  literal: Literal,
  index: number,
  hosts: readonly HostSite[],
  bases: Bases,
): Prefix | undefined => {
  const before = literal.content.slice(0, index)
  const host = hostBefore(literal, index, hosts)
  if (host) return { aim: host.family === 'api' ? 'unknown' : host.family, by: 'address' }
  const named = ENDS_IN_NAME.exec(before)
  if (named) {
    const name = named.slice(1).find((one) => one !== undefined) ?? ''
    const families =
      bases.get(lastName(name)) ?? (/^(%[sv]|\d*)$/.test(name) ? namesAfter(text, literal, bases) : undefined)
    const plain = before.slice(0, -named[0].length)
    if (/[\w/.-]$/.test(plain) && !plain.endsWith('://')) return undefined
    return prefixNamed(families)
  }
  if (before.trim() === '' && literal.leading) return prefixNamed(bases.get(lastName(literal.leading)))
  return before === '' || /[\s"'`=(,:]$/.test(before) ? { aim: 'unknown', by: 'none' } : undefined
}

const METHOD = /\b(GET|POST|PATCH|PUT|DELETE)\b/
const CALLED =
  /\b(?:Method\.?|HttpMethod\.|http\.Method|Net::HTTP::|Http)?(get|post|patch|put|delete|del)(?:Json|JSON|Async|FromJsonAsync|AsJsonAsync|_json)?\s*(?:<[^<>()]*>)?\s*(?:\.new)?\s*\(?\s*(?:(?:new\s+)?[\w.:!]+\(\s*){0,2}[^()\n;]{0,60}$/i
const UPPER = (method: string): string => (method.toUpperCase() === 'DEL' ? 'DELETE' : method.toUpperCase())

/** A blank line, the next statement or the next command: what follows speaks of another call. */
const STATEMENT_ENDS =
  /\n\s*\n|\n\s*(?:def|func|fn|function|public|private|async|export|const|let|var|val|return|if|for|class|type)\b|\bcurl\b|\n[ \t]*\}/

const NAMED_METHOD =
  /(?:method["']?\s*[:=]>?\s*["'`]?|-X\s*["']?|--request\s+["']?|-Method\s+|CURLOPT_CUSTOMREQUEST\s*(?:=>|,)\s*["'])(GET|POST|PATCH|PUT|DELETE)/i
const CHAINED_METHOD = /^[^\n;]*\)\s*\.(POST|GET|DELETE|PUT|post|get|delete|put|patch)\(/
const NEXT_ARGUMENT = /^["'`]?\s*,\s*["'`]?(GET|POST|PATCH|PUT|DELETE)\b/
const SENDS_BODY = /^[^\n]*(?:\\\n[^\n]*)*(?:\s-d\b|--data|--json)/

/** The method that is said before a path: a flag's, a word's on its line, or the name of what is called. */
const methodBefore = (before: string): string | undefined => {
  const flag = /(?:-X|--request|-Method)[\s'"=]+([A-Za-z]+)[^\n]*$/.exec(before)
  if (flag?.[1]) return UPPER(flag[1])
  const literal = METHOD.exec(before.split('\n').at(-1) ?? '')
  if (literal?.[1]) return literal[1]
  const called = CALLED.exec(before)
  return called?.[1] && UPPER(called[1])
}

/** The method that is said behind a path: an option's, a chained call's, the next argument's, or a body's. */
const methodBehind = (near: string): string | undefined => {
  const said = NAMED_METHOD.exec(near) ?? CHAINED_METHOD.exec(near)
  if (said?.[1]) return UPPER(said[1])
  const direct = NEXT_ARGUMENT.exec(near)
  if (direct?.[1]) return direct[1]
  return SENDS_BODY.test(near) || /CURLOPT_POST\b/.test(near) ? 'POST' : undefined
}

/** The method a call around the literal uses, if the text says so close by. */
export const methodAround = (text: string, start: number, end: number): string | undefined => {
  const before = text.slice(Math.max(0, start - 120), start)
  const after = text.slice(end, end + 400)
  const stop = after.search(STATEMENT_ENDS)
  const near = stop >= 0 ? after.slice(0, stop) : after
  return methodBefore(before.split('\n').slice(-3).join('\n')) ?? methodBehind(near)
}

/** A program's own routes are no calls: `app.get('/pods', …)`, `@app.route("/pods")`, `mux.HandleFunc("/pods", …)`. */
const OWN_ROUTE =
  /(?:\b(?:app|router|server|fastify|express|blueprint|bp|mux|routes?|engine|group)\.(?:get|post|put|patch|delete|all|use|route|add_url_rule|handle(?:func)?)\s*\(\s*[^()]{0,20}|@[\w.]*(?:route|get|post|put|patch|delete|mapping)\s*\(\s*[^()]{0,30}|\bhandle(?:func)?\(\s*|<Route[^>]*path=\{?|\b(?:path|re_path)\(\s*)["'`]?$/i

/** `@POST("pods/{id}/stop")` on a client's interface: servers are marked with words of their own. */
const CLIENT_ANNOTATION = /@(GET|POST|PATCH|PUT|DELETE)\(\s*(?:\w+\s*=\s*)?["'`]$/

/** A path's own version goes before what stands before it; the job API has a `/v2` of its own. */
const aimWith = (version: string | undefined, { aim, by }: Prefix): Aim => {
  if (version === '/v1' && by !== 'address') return 'v1'
  return version === '/v2' && aim !== 'jobs' ? 'v2' : aim
}

/** An old-looking path in a literal; undefined where it is the program's own route, or part of another path. */
const pathSite = (
  text: string,
  literal: Literal,
  match: RegExpExecArray,
  hosts: readonly HostSite[],
  bases: Bases,
): PathSite | undefined => {
  const prefix = prefixOf(text, literal, match.index, hosts, bases)
  if (!prefix) return undefined
  const start = offsetIn(literal, match.index)
  const ahead = text.slice(Math.max(0, start - 60), start)
  if (OWN_ROUTE.test(ahead) && !CLIENT_ANNOTATION.test(ahead)) return undefined
  const end = Math.min(offsetIn(literal, match.index + match[0].length - 1) + 1, literal.end)
  const [, version, resource, below = ''] = match
  const rest = literal.content.slice(match.index + match[0].length)
  const appended = /^\/["']\s*\+/.test(rest) ? '/{}' : ''
  return {
    path: `/${resource}${below.replace(/\/$/, '')}${appended}`,
    aim: aimWith(version, prefix),
    by: version && prefix.by === 'none' ? 'name' : prefix.by,
    method: methodAround(text, start, end),
    start,
    end,
    literal,
  }
}

/** Every old-looking path in the literals. */
export const pathSites = (
  text: string,
  literals: readonly Literal[],
  hosts: readonly HostSite[],
  bases: Bases,
  vocabulary: CompiledVocabulary,
): readonly PathSite[] => [
  ...bareSites(text, literals, vocabulary.heads),
  ...literals.flatMap((literal) =>
    [...literal.content.matchAll(vocabulary.pathPattern)].flatMap(
      (match) => pathSite(text, literal, match, hosts, bases) ?? [],
    ),
  ),
]

/** Values that are looked into, not called: `body.get("pods")`. */
const LOOKED_INTO =
  /\b(?:answer|args|body|cfg|config|d|data|dict|doc|item|j|json|m|map|obj|options|opts|params|payload|res|resp|response|result|row|v|value)\.get\w*(?:<[^<>]*>)?\(\s*[fF@]*["'`]$/i

/** `get("pods/…")` without the slash, as clients with a base address take it: only in a call, only from the start. */
const bareSites = (text: string, literals: readonly Literal[], heads: string): readonly PathSite[] =>
  literals.flatMap((literal): readonly PathSite[] => {
    const match = new RegExp(String.raw`^(?:v1/)?((?:${heads})(?:/[^\s"'\`?]*)?)$`).exec(literal.content)
    if (!match?.[1] || literal.leading) return []
    const before = text.slice(Math.max(0, literal.start - 40), literal.start)
    const method =
      /\.(get|post|patch|put|delete)\w*(?:<[^<>]*>)?\(\s*[$fF@]*["'`]$/i.exec(before)?.[1] ??
      CLIENT_ANNOTATION.exec(before)?.[1]
    if (!method || LOOKED_INTO.test(before)) return []
    const { start, end } = literal
    return [
      {
        path: `/${match[1].replace(/\/$/, '')}`,
        aim: 'unknown',
        by: 'none',
        method: UPPER(method),
        start,
        end,
        literal,
      },
    ]
  })

const isParameter = (segment: string): boolean => /^[{<:$%#]|\$\{|\}$/.test(segment)

/** A written path against a template: a parameter of the template takes any segment. */
const fits = (template: string, path: string): boolean => {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment.startsWith('{') || segment === given[at])
  )
}

/** The same with a verb held in a variable: `/pods/{id}/${action}`. */
const fitsLoosely = (template: string, path: string): boolean => {
  const cut = path.lastIndexOf('/')
  return (
    isParameter(path.slice(cut + 1)) &&
    path.split('/').length > 3 &&
    fits(template.slice(0, template.lastIndexOf('/')), path.slice(0, cut)) &&
    template.split('/').length === path.split('/').length
  )
}

/** The old operations a written path and method can mean: one where both are plain. */
export const routesFor = (
  path: string,
  method: string | undefined,
  routes: readonly RouteFact[],
): readonly RouteFact[] => {
  const exact = routes.filter((route) => fits(route.path, path))
  const list = exact.length > 0 ? exact : routes.filter((route) => fitsLoosely(route.path, path))
  const called = list.filter((route) => route.method === method)
  return called.length > 0 ? called : list
}

/** Whether v2 has this very path too, under `/v2`. */
export const isAlsoV2 = (
  path: string,
  routes: readonly RouteFact[],
  families: readonly string[],
): boolean => {
  const own = (route: RouteFact) => route.v2.path.replace(/^\/v2/, '')
  if (routes.some((route) => fits(own(route), path) || fitsLoosely(own(route), path))) return true
  const [, first = ''] = path.split('/')
  return families.includes(first) && routesFor(path, undefined, routes).length === 0
}
