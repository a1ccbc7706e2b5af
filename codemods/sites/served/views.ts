import { dirname, extname, join, relative } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isFile, readText } from '../../project/tree/look.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, classAround, functionAround, isOperation, nodesIn } from '../program/syntax/nodes.ts'
import { heldWithin } from './held-within.ts'

/** A view that is made with a value: no code, and read for names alone. */
export interface View {
  /** As people say it: its path from the package that it belongs to, or the component's that says it. */
  readonly said: string
  /** Undefined where it does not lie where frameworks look for one. */
  readonly text: string | undefined
}

/**
 * The views that are made with a value where it stands: `res.render('pods', { pods })`, a component's own template; undefined
 * where no view is.
 */
export const viewsGiven = (node: ts.Expression): readonly View[] | undefined => {
  const { top } = heldWithin(node)
  const { parent } = top
  if (isOperation(parent, '=') && parent.right === top) return ofAssigned(parent)
  const named = renderedBy(parent) ?? renderingOf(parent, top)
  return named === undefined ? undefined : viewsNamed(named, node.getSourceFile().fileName)
}

/** `res.render('pods', { pods })`, `reply.view('pods', …)`, `ejs.renderFile('pods.ejs', …)` */
const renderingOf = (call: ts.Node, top: ts.Expression): string | undefined => {
  if (!compiler.isCallExpression(call) || call.arguments[1] !== top) return undefined
  const { of, name = '' } = accessed(call.expression) ?? {}
  const isView = of !== undefined && RENDERS.test(name) && RENDERERS.test(of.getText())
  return isView ? viewSaid(call.arguments[0]) : undefined
}

/** What an answer is made by, or a library of views. */
const RENDERERS =
  /^(this\.)?(res|response|reply|rep|ctx|context|c|h|app|ejs|nunjucks|env|engine|liquid|eta|edge|pug|hbs|views?)\b/

const RENDERS = /^(render|renderFile|renderView|view|viewAsync)$/

const viewSaid = (given: ts.Expression | undefined): string | undefined => {
  const name = given && bare(given)
  return name && compiler.isStringLiteralLike(name) ? name.text : undefined
}

/** `@Render('pods') pods() { return { pods } }` */
const renderedBy = (back: ts.Node): string | undefined => {
  const method = compiler.isReturnStatement(back) ? functionAround(back) : undefined
  if (!method || !compiler.isMethodDeclaration(method)) return undefined
  const said = (compiler.getDecorators(method) ?? []).map(({ expression }) => expression)
  const call = said.find(
    (one): one is ts.CallExpression =>
      compiler.isCallExpression(one) && one.expression.getText() === 'Render',
  )
  return viewSaid(call?.arguments[0])
}

/** `res.locals.pods = pods` of what renders a view, `this.pods = pods` of a component. */
const ofAssigned = ({ left }: ts.BinaryExpression): readonly View[] | undefined => {
  const { of } = accessed(left) ?? {}
  if (of?.kind === compiler.SyntaxKind.ThisKeyword) return templateOf(left)
  const place = of && /\.locals$/.test(of.getText()) ? functionAround(left) : undefined
  if (!place) return undefined
  return nodesIn(place, compiler.isCallExpression).flatMap(({ expression, arguments: [given] }) => {
    const named = RENDERS.test(accessed(expression)?.name ?? '') ? viewSaid(given) : undefined
    return named === undefined ? [] : viewsNamed(named, left.getSourceFile().fileName)
  })
}

/** `@Component({ templateUrl: './pods.component.html' })`, or the template itself. */
const templateOf = (node: ts.Node): readonly View[] => {
  const owner = classAround(node)
  const said = owner && compiler.canHaveDecorators(owner) ? (compiler.getDecorators(owner) ?? []) : []
  const members = said.flatMap((one) => nodesIn(one, compiler.isPropertyAssignment))
  return members.flatMap(({ name, initializer }) => {
    const text = viewSaid(initializer)
    if (text === undefined) return []
    if (name.getText() === 'template')
      return [{ said: `the template of ${owner?.name?.text ?? 'a component'}`, text }]
    const path = join(dirname(node.getSourceFile().fileName), text)
    return name.getText() === 'templateUrl' ? viewAt(path, text.replace(/^\.\//, '')) : []
  })
}

const ENDINGS = [
  '.ejs',
  '.hbs',
  '.handlebars',
  '.pug',
  '.njk',
  '.html',
  '.liquid',
  '.eta',
  '.mustache',
  '.twig',
  '.edge',
  '.jade',
]
const PLACES = ['views', 'view', 'templates', 'src/views', '.']

/** A view of a name, where frameworks look for one: beside the code, or above it in its package, with what it includes. */
const viewsNamed = (name: string, from: string): readonly View[] => {
  for (let at = dirname(from); ; at = dirname(at)) {
    const path = placesIn(at, name).find(isFile)
    if (path !== undefined) return [...viewAt(path, relative(at, path)), ...included(path, at)]
    if (isFile(join(at, 'package.json')) || isFile(join(at, '.git')) || dirname(at) === at)
      return [{ said: `the view ${name}`, text: undefined }]
  }
}

const placesIn = (at: string, name: string): readonly string[] =>
  PLACES.flatMap((place) =>
    ENDINGS.includes(extname(name))
      ? [join(at, place, name)]
      : ENDINGS.map((ending) => join(at, place, name + ending)),
  )

/** `<%- include('partials/pod', { pod }) %>`, `{{> pod }}`: of a view, what it includes. */
const included = (path: string, root: string): readonly View[] =>
  [...(readText(path) ?? '').matchAll(/\binclude\(?\s*['"]?([\w./-]+)|\{\{>\s*([\w./-]+)/g)].flatMap(
    ([, one, other]) => {
      const name = one ?? other ?? ''
      const beside = [
        dirname(path),
        join(dirname(path), 'partials'),
        join(root, 'views'),
        join(root, 'views/partials'),
      ]
      const ending = extname(name) ? '' : extname(path)
      const there = beside.map((place) => join(place, name + ending)).find(isFile)
      return there === undefined ? [] : viewAt(there, relative(root, there))
    },
  )

const viewAt = (path: string, said: string): readonly View[] => {
  const text = readText(path)
  return text === undefined ? [] : [{ said, text }]
}
