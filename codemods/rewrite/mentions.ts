import type { ts } from 'ts-morph'
import { hostProfiles, retirements } from '../../mappings/hosts.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { mentionsOf } from '../sites/program/names/names-used.ts'
import { flatText } from '../sites/program/syntax/flat-text.ts'
import { isInside, nameOf, walk } from '../sites/program/syntax/nodes.ts'
import { type Hosts, saysHost } from '../sites/texts/locate.ts'
import { isV1Address } from '../sites/texts/v1-address.ts'
import { isAsked } from './address/base/handed-out.ts'
import { claimedRanges, isClaimed } from './claimed.ts'
import type { Edit } from './edit/edit.ts'
import { positionOf } from './notes.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'
import { toUnknown, unknownClient } from './unknown-client.ts'

const GRAPHQL = hostProfiles.runpod.is.graphql.replace(/^https?:\/\//, '')

/**
 * Strings that name an old address and belong to no call that was understood: host pins, allow-lists, addresses mocked
 * in tests, or calls made in a way nobody here can follow. Prose and documentation links are passed over.
 */
export const hostMentions = (
  files: readonly ts.SourceFile[],
  hosts: Hosts,
  plans: readonly Plan[],
  root: string,
  known: ReadonlySet<ts.Node>,
  trace: Trace,
  edits: readonly Edit[],
): Note[] => {
  const claimed = claimedRanges(plans)
  const moved = plans.some(({ left, kept }) => !left && !kept)
  const found: Note[] = []
  const visit = (node: ts.Node): false | undefined => {
    if (compiler.isImportDeclaration(node)) return false
    if (isBaseOfKept(node)) return false
    if (isKeptBase(node) && !isClaimed(node, claimed)) found.push(keptAddress(node, root))
    const text = textOf(node)
    if (text !== undefined && !known.has(node)) {
      const host = [...hosts.v1, GRAPHQL].find((one) => isAddress(text, one))
      const policy = hosts.v1.find((one) => isPolicy(text, one))
      const types = hosts.v1.find((one) => isDocument(text, one))
      if (host && !isClaimed(node, claimed))
        found.push(mention(trace, node, host, moved && host !== GRAPHQL, root))
      else if (
        host === GRAPHQL &&
        (isOnlySaid(trace, node, plans, edits) || isDefaultLeft(node, plans, edits))
      )
        found.push(noLonger(node, host, root))
      else if (policy) found.push(beside(node, 'hosts', `this lets ${policy} through`, root))
      else if (types) found.push(beside(node, 'types', "this names v1's OpenAPI document", root))
    }
    return undefined
  }
  for (const file of files) walk(file, visit)
  return found
}

/** `v1Address(options.base ?? 'https://…', path)`: an earlier run said the base again, and the call is found by itself. */
const isBaseOfKept = (node: ts.Node): boolean =>
  compiler.isExpression(node) &&
  compiler.isCallExpression(node.parent) &&
  isV1Address(node.parent) &&
  node.parent.arguments[0] === node

/** What an earlier run kept of a base alone; with a path behind it, that is found. */
const isKeptBase = (node: ts.Node): boolean => {
  const path = compiler.isCallExpression(node) && isV1Address(node) ? node.arguments[1] : undefined
  return path !== undefined && compiler.isStringLiteralLike(path) && /^(\/v1)?\/?$/.test(path.text)
}

/** `new Client({ baseUrl: v1Address(BASE, '/v1') })`: what an earlier run kept for calls that it could not follow. */
const keptAddress = (node: ts.Node, root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.unfollowed',
  class: 'left',
  fix: 'look at how it is used; if a call is made with it, move that call',
  confidence: 'medium',
  why: 'this keeps the address of v1, and no call that uses it could be followed',
})

/** What a literal says; of a regular expression, without its escapes. */
const textOf = (node: ts.Node): string | undefined => {
  if (compiler.isStringLiteralLike(node) || compiler.isTemplateHead(node)) return node.text
  return compiler.isRegularExpressionLiteral(node) ? node.text.replaceAll('\\', '') : undefined
}

/** A Content-Security-Policy, or a part of one. */
const isPolicy = (text: string, host: string): boolean =>
  saysHost(text, host) && /(^|[\s;])(connect|default|img|frame|form|script|media)-(src|action)\s/.test(text)

/** The address of a host's OpenAPI document, alone or in a command; prose may name the host, and v2's document. */
const isDocument = (text: string, host: string): boolean =>
  text.split(/\s/).some((word) => saysHost(word, host) && word.includes('openapi.json'))

const FIXES = {
  hosts: `let ${new URL(hostProfiles.runpod.is.v2).host} through as well`,
  types: `generate from ${retirements.v1.is.successor}`,
} as const

/** What is listed beside the code is listed alike within it. */
const beside = (node: ts.Node, purpose: keyof typeof FIXES, why: string, root: string): Note => ({
  ...positionOf(node, root),
  rule: `codemod.beside-${purpose}`,
  class: 'follow-up',
  fix: FIXES[purpose],
  confidence: 'high',
  why,
})

/** A bare host, or a URL of it that is no documentation. */
const isAddress = (text: string, host: string): boolean =>
  !/\s/.test(text) &&
  !/\/docs\b|openapi\.json/.test(text) &&
  (text === host || text.includes(`//${host}`) || text.startsWith(`${host}/`) || text.startsWith(`^${host}`))

const mention = (trace: Trace, node: ts.Node, host: string, moved: boolean, root: string): Note => {
  const at = { ...positionOf(node, root), rule: 'codemod.host-mention', confidence: 'medium' } as const
  const client = unknownClient(trace, node)
  if (client) {
    const { fix, why } = toUnknown(client)
    return { ...at, class: 'left', fix, why: `this names ${host}, and ${why}` }
  }
  if (isInCommand(node))
    return {
      ...at,
      rule: 'codemod.command',
      class: 'left',
      fix: 'change the command by hand',
      why: `this runs a command that calls ${host}`,
    }
  if (isAskedAlone(node))
    return {
      ...at,
      class: 'left',
      fix: reasons.baseItself().fix,
      why: `this asks ${host}, and no operation of REST v1 was seen in the address`,
    }
  if (isForwarded(node))
    return {
      ...at,
      rule: reasons.passedOn().rule,
      class: 'left',
      fix: reasons.passedOn().fix,
      why: `this names ${host}, and what is asked here is passed on to it: those who ask, by paths of their own, speak v1`,
    }
  const sent = sentBy(node)
  // `{ baseURL: 'https://…' }`: somebody makes calls with it, and they still go there
  if (moved && !sent && !isAddressOf(node)) return noLonger(node, host, root)
  return {
    ...at,
    class: 'left',
    fix: sent
      ? 'say the whole address in one string, then run upshift again'
      : 'look at how it is used; if a call is made with it, move that call',
    why: `this names ${host}, and ${sent ?? 'no call was found that uses it'}`,
  }
}

const noLonger = (node: ts.Node, host: string, root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.host-mention',
  confidence: 'medium',
  class: 'follow-up',
  fix: 'change it together with the calls',
  why: `this names ${host}, which the calls no longer go to`,
})

/** Whether no call asks an address any more by its name, and something else still says it: an error's text. */
const isOnlySaid = (
  trace: Trace,
  { parent }: ts.Node,
  plans: readonly Plan[],
  edits: readonly Edit[],
): boolean => {
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return false
  if (isStillAsked(parent, plans)) return false
  const { text } = parent.name
  const still = mentionsOf(trace, parent.name).filter((one) => !isEdited(one, edits))
  return (
    still.length > 0 &&
    still.every((one) => compiler.isTemplateSpan(one.parent) && !isSent(one, plans)) &&
    !edits.some((edit) => edit.text.includes(text))
  )
}

/** `({ url = 'https://…' } = {}) => …`, which stays where it was: its place is its callers'. */
const isDefaultLeft = (node: ts.Node, plans: readonly Plan[], edits: readonly Edit[]): boolean =>
  (compiler.isParameter(node.parent) || compiler.isBindingElement(node.parent)) &&
  !isStillAsked(node, plans) &&
  !isEdited(node, edits)

/** Whether an address is that of a call which stays. */
const isStillAsked = (node: ts.Node, plans: readonly Plan[]): boolean =>
  isClaimed(node, claimedRanges(plans.filter(({ left, kept, stays }) => left || kept || stays)))

const isSent = (node: ts.Node, plans: readonly Plan[]): boolean =>
  plans.some(({ site }) => isInside(node, site.sink.call))

const isEdited = (node: ts.Node, edits: readonly Edit[]): boolean =>
  edits.some(
    ({ file, start, end }) => file === node.getSourceFile() && start < node.getEnd() && end > node.getStart(),
  )

/** `{ target: '…' }` of a development server's proxy, `{ source, destination }` of a rewrite, `createProxyMiddleware('…')`. */
const isForwarded = (node: ts.Node): boolean => {
  let at = node
  while (compiler.isExpression(at.parent) || compiler.isPropertyAssignment(at.parent)) {
    const { parent } = at
    if (compiler.isPropertyAssignment(parent) && FORWARDS.test(nameOf(parent.name) ?? '')) return true
    if (compiler.isCallExpression(parent))
      return parent.expression !== at && PROXIES.test(flatText(parent.expression))
    at = parent
  }
  return false
}

const FORWARDS = /^(target|destination|upstream|proxy)$/
const PROXIES = /prox(y|ies)/i

/** `execFileSync('curl', ['-X', 'DELETE', url])` */
const isInCommand = (node: ts.Node): boolean => {
  let at = node
  while (compiler.isExpression(at.parent) || compiler.isTemplateSpan(at.parent)) {
    at = at.parent
    const callee = compiler.isCallExpression(at)
      ? at.expression
      : compiler.isTaggedTemplateExpression(at)
        ? at.tag
        : undefined
    if (callee && COMMAND.test(flatText(callee))) return true
  }
  return false
}

const COMMAND = /(^|\.)(exec(File)?(Sync)?|spawn(Sync)?|execa(Sync|Command)?|zx|\$)$/

const isAddressOf = (node: ts.Node): boolean =>
  compiler.isPropertyAssignment(node.parent) &&
  compiler.isStringLiteralLike(node) &&
  /^https?:/.test(node.text) &&
  isAsked(node)

/** `fetch('https://host')`: the whole address, and no call of v1's was seen in it. */
const isAskedAlone = (node: ts.Node): boolean =>
  compiler.isStringLiteralLike(node) &&
  compiler.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  SENDS.test(flatText(node.parent.expression))

/** The call that an address is said in, where that much can be told by its name alone. */
const sentBy = (node: ts.Node): string | undefined => {
  let at = node
  while (compiler.isExpression(at.parent) || compiler.isTemplateSpan(at.parent)) {
    const { parent } = at
    const callee =
      compiler.isCallExpression(parent) && parent.expression !== at ? flatText(parent.expression) : ''
    if (SENDS.test(callee)) return toldBy(callee)
    at = parent
  }
  const { parent } = at
  const isUrl = compiler.isNewExpression(at) && at.expression.getText() === 'URL'
  return isUrl && compiler.isVariableDeclaration(parent) ? sentUnder(parent) : undefined
}

/** The same of a URL object that is given a name of its own first: `fetch(url)`, `fetch(url.href)`, `fetch(url.toString())`. */
const sentUnder = ({ name, parent }: ts.VariableDeclaration): string | undefined => {
  const forms = ['', '.href', '.toString()'].map((form) => `${name.getText()}${form}`)
  let callee: string | undefined
  walk(parent.parent.parent, (node) => {
    // `const target = url.href`
    if (
      compiler.isVariableDeclaration(node) &&
      node.initializer &&
      forms.includes(flatText(node.initializer))
    )
      forms.push(node.name.getText())
    if (!compiler.isCallExpression(node)) return undefined
    const [first] = node.arguments
    const said = flatText(node.expression)
    if (SENDS.test(said) && first && forms.includes(flatText(first))) callee ??= said
    return undefined
  })
  return callee && toldBy(callee)
}

const toldBy = (callee: string): string => `the address that ${callee} is given with it could not be told`

const SENDS = /(^|\.)(fetch|axios|got|ky|ofetch|request|get|post|put|patch|delete)$/
