import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { isCall } from '../sites/program/calls/calls.ts'
import { asksKeeper } from '../sites/program/calls/keeper.ts'
import type { Call, Trace } from '../sites/program/frames/source.ts'
import { placesSaying } from '../sites/program/names/names-used.ts'
import { flatText } from '../sites/program/syntax/flat-text.ts'
import { nodeAt } from '../sites/program/syntax/node-at.ts'
import { bare, nameOf } from '../sites/program/syntax/nodes.ts'
import { readSink } from '../sites/read-sink.ts'

/** What is told of an address that goes to a client of which nothing is known. */
export const toUnknown = (client: string): Pick<Note, 'fix' | 'why'> => ({
  fix: 'if that calls the API, move the call by hand, or make it with fetch and run upshift again',
  why: `goes to ${client}, which is no client that upshift knows`,
})

/**
 * The client that an address is handed to, as the program says it (`UrlFetchApp.fetch`, `http.get of k6/http`): one from outside of
 * the program, that sends something as far as names tell. Nothing for clients whose calls are followed.
 */
export const unknownClient = (trace: Trace, node: ts.Node, names = 0): string | undefined => {
  const whole = wholeOf(node)
  const said = handedTo(trace, whole)
  if (said) return said
  const { parent } = whole
  const isNamed = compiler.isVariableDeclaration(parent) || compiler.isPropertyDeclaration(parent)
  if (!isNamed || !compiler.isIdentifier(parent.name) || names > MOST_NAMES) return undefined
  const member = whole === node ? undefined : memberOf(node)
  for (const use of placesSaying(trace, parent, parent.name.text)) {
    const said = saidOf(use, member)
    const client = said && unknownClient(trace, said, names + 1)
    if (client) return client
  }
  return undefined
}

/** Names of names: what goes further round is not looked for. */
const MOST_NAMES = 2

/** What a text is called in the object that it is said in. */
const memberOf = ({ parent }: ts.Node): string | undefined =>
  compiler.isPropertyAssignment(parent) ? nameOf(parent.name) : undefined

/** Where what is kept under a name, or a member of it, is said by that name. */
const saidOf = (use: ts.Expression, member: string | undefined): ts.Node | undefined => {
  const { parent } = use
  const isRead = compiler.isPropertyAccessExpression(parent) && parent.expression === use
  if (member === undefined || !isRead) return use
  return parent.name.text === member ? parent : undefined
}

/** Tells of a place in a file, as an offset, which client of which nothing is known what stands there goes to. */
export type ClientOf = (file: ts.SourceFile, at: number) => string | undefined

/** The same of places that are known as offsets alone. */
export const clientsOf =
  (trace: Trace): ClientOf =>
  (file, at) => {
    const node = nodeAt(file, at)
    return node && unknownClient(trace, node)
  }

/** The outermost expression that a text is a part of; also of an object's member. */
const wholeOf = (node: ts.Node): ts.Node => {
  let at = node
  while (isPart(at.parent) || carries(at.parent, at)) at = at.parent
  return at
}

const isPart = (parent: ts.Node): boolean =>
  compiler.isTemplateExpression(parent) ||
  compiler.isTemplateSpan(parent) ||
  compiler.isTaggedTemplateExpression(parent) ||
  compiler.isBinaryExpression(parent) ||
  compiler.isConditionalExpression(parent) ||
  compiler.isParenthesizedExpression(parent) ||
  compiler.isAsExpression(parent) ||
  compiler.isNonNullExpression(parent) ||
  compiler.isPropertyAssignment(parent) ||
  compiler.isShorthandPropertyAssignment(parent) ||
  compiler.isObjectLiteralExpression(parent)

/** `new URL(text)`, `url.href`, `url.toString()`, `this.base`. */
const carries = (parent: ts.Node, at: ts.Node): boolean =>
  compiler.isPropertyAccessExpression(parent)
    ? parent.name === at || /^(href|toString)$/.test(parent.name.text)
    : compiler.isNewExpression(parent)
      ? parent.expression !== at && parent.expression.getText() === 'URL'
      : compiler.isCallExpression(parent) && parent.expression === at && parent.arguments.length === 0

const handedTo = (trace: Trace, whole: ts.Node): string | undefined => {
  const call = whole.parent
  if (!isCall(call) || call.expression === whole || isFollowed(trace, call) || asksKeeper(trace, call))
    return undefined
  const said = flatText(call.expression)
  const module = moduleOf(trace, call.expression, 0)
  const isSent = SENDS.test(said) || (module !== undefined && (NAMED.test(said) || CLIENTS.test(module)))
  if (!isSent) return undefined
  return module && module !== said ? `${said} of ${module}` : said
}

const isFollowed = (trace: Trace, call: Call): boolean =>
  trace.targets(call, undefined).length > 0 ||
  (compiler.isCallExpression(call) && readSink(trace, call) !== undefined)

const SENDS =
  /(^|[._])(fetch|axios|got|ky|ofetch|use(Lazy)?Fetch|(xml[hH]ttp)?[rR]equest|get|post|put|patch|delete|del)$/

/** What packages of one's own call what sends: `fetchJson`, `apiFetch`, `sendRequest`, `httpGet`. */
const NAMED = /(^|[._a-z])([fF]etch|[rR]equest|[hH]ttp(?=Get|Post|Put|Patch|Delete|Call))(?![a-z])/

/** Packages whose calls are not followed, by whatever name they send. */
const CLIENTS =
  /^(wretch|alova|redaxios|simple-get|unirest|centra|urllib|swr|obsidian|urql|@urql\/.*|@apollo\/client.*|apollo-.*|relay-runtime|graphql-hooks|@reduxjs\/toolkit\/query.*|@capacitor\/.*|@pipedream\/platform|@effect\/platform.*|@angular\/common\/http|rxjs\/ajax)$/

const MOST_MAKERS = 3

/** The package that a callee comes from, also by way of what makes its owner: `client` of `new ApolloClient(…)`. */
const moduleOf = (trace: Trace, callee: ts.Expression, depth: number): string | undefined => {
  const inner = bare(callee)
  const root = compiler.isPropertyAccessExpression(inner) ? inner.expression : inner
  const [made] = trace.sources(root, undefined)
  if (made?.external || !made || depth > MOST_MAKERS) return made?.external?.module
  if (!isCall(made.node)) return undefined
  const module = moduleOf(trace, made.node.expression, depth + 1)
  // `inject(HttpClient)` gives what it is asked for
  const [asked] = made.node.arguments ?? []
  return module === '@angular/core' && asked ? moduleOf(trace, asked, depth + 1) : module
}
