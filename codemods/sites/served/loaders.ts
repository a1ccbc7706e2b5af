import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isPageBeside } from '../../project/pages/page-beside.ts'
import type { Beyond } from '../answers/uses/uses-walk.ts'
import type { Trace } from '../program/frames/source.ts'
import { namesIn } from '../program/names/names-used.ts'
import { bare, dressed, functionAround, isFunctionValue, nameOf, nodesIn } from '../program/syntax/nodes.ts'
import { functionsIn } from './registered.ts'

/** What a page has of the function that a framework asks before it: as what, and by which members. */
export interface Loaded extends Partial<Beyond> {
  readonly within: readonly string[]
}

/**
 * Who has what a page's loader gives: SvelteKit's `load`, Remix' `loader` and `action`, a router's, Next's `getServerSideProps` and `getStaticProps`.
 * @param top what is given, in objects of the program's own
 */
export const loadedBy = (trace: Trace, top: ts.Expression, within: readonly string[]): Loaded | undefined => {
  const callee = givingBack(top)
  if (!callee) return undefined
  const routes = routesLoading(trace, callee)
  if (routes.length > 0) return ofRoutes(trace, routes, within)
  const file = callee.getSourceFile()
  if (isFormAction(callee)) return { within, names: takenAs(trace, file, 'form') }
  const name = nameOfFunction(callee)
  if (name === undefined) return undefined
  if (/^get(ServerSide|Static|Initial)Props$/.test(name)) return ofProps(trace, file, name, within)
  if (/^(clientL|l)oader$/.test(name)) return ofLoader(trace, file, within)
  if (/^(clientA|a)ction$/.test(name)) return { within, roots: hooksIn([file], /(^|\.)useActionData$/) }
  return name === 'load' ? { within, names: takenAs(trace, file, 'data') } : undefined
}

/** The function that gives a value back, also dressed for it: `return json({ pods })`. */
const givingBack = (top: ts.Expression): ts.SignatureDeclaration | undefined => {
  if (isFunctionValue(top)) return top
  const { parent } = dressed(top)
  if (compiler.isCallExpression(parent) && /^(json|data|defer|typedjson)$/.test(parent.expression.getText()))
    return givingBack(parent)
  if (compiler.isReturnStatement(parent)) return functionAround(parent)
  return compiler.isArrowFunction(parent) ? parent : undefined
}

const nameOfFunction = (callee: ts.SignatureDeclaration): string | undefined => {
  if (compiler.isFunctionDeclaration(callee)) return callee.name?.text
  const { parent } = dressed(callee as ts.FunctionExpression)
  return compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
    ? parent.name.text
    : undefined
}

/** `{ props: { pods } }`: what the page that the file exports is given; of `getInitialProps` as it is. */
const ofProps = (
  trace: Trace,
  file: ts.SourceFile,
  name: string,
  within: readonly string[],
): Loaded | undefined => {
  const isInitial = name === 'getInitialProps'
  if (!isInitial && within[0] !== 'props') return undefined
  const names = pagesOf(trace, file).flatMap(({ parameters: [props] }) => props?.name ?? [])
  return { within: isInitial ? within : within.slice(1), names }
}

/** The components that a file exports by default. */
const pagesOf = (trace: Trace, file: ts.SourceFile): readonly ts.SignatureDeclaration[] =>
  file.statements.flatMap((one) => {
    if (compiler.isExportAssignment(one))
      return functionsIn(trace, one.expression).filter(compiler.isFunctionLike)
    const kinds = compiler.isFunctionDeclaration(one) ? (one.modifiers ?? []).map(({ kind }) => kind) : []
    return kinds.includes(compiler.SyntaxKind.DefaultKeyword) ? [one as ts.FunctionDeclaration] : []
  })

/** `useLoaderData()` of the same file, and `useRouteLoaderData('routes/pods')` of any. */
const ofLoader = (trace: Trace, file: ts.SourceFile, within: readonly string[]): Loaded => {
  const place = file.fileName.replace(/\.[cm]?[jt]sx?$/, '')
  const isOne = (id: string): boolean => place.endsWith(`/${id}`)
  return { within, roots: [...hooksIn([file], LOADER_DATA), ...routeDataOf(trace, isOne)] }
}

const LOADER_DATA = /(^|\.)useLoaderData$/

const hooksIn = (files: readonly ts.Node[], wanted: RegExp): readonly ts.CallExpression[] =>
  files
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
    .filter(({ expression }) => wanted.test(expression.getText()))

const routeDataOf = (trace: Trace, isOne: (id: string) => boolean): readonly ts.CallExpression[] =>
  hooksIn(
    trace.files.filter(({ text }) => text.includes(ROUTE_DATA)),
    new RegExp(`(^|\\.)${ROUTE_DATA}$`),
  ).filter(({ arguments: [id] }) => id && compiler.isStringLiteralLike(id) && isOne(id.text))

/** The hook that gives a page what the loader of another route gave. */
export const ROUTE_DATA = 'useRouteLoaderData'

/** The routes that a router is told to load by a function: `{ id: 'root', loader, element: <Root /> }`. */
const routesLoading = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
): readonly ts.ObjectLiteralExpression[] =>
  trace.files
    .filter(({ text }) => /\bloader\b/.test(text) && /\b(element|Component|component)['"]?\s*:/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isObjectLiteralExpression))
    .filter((route) => {
      const loader = memberOf(route, /^loader$/)
      return loader !== undefined && functionsIn(trace, loader).includes(callee) && memberOf(route, SHOWN)
    })

const SHOWN = /^(element|[cC]omponent)$/

const memberOf = (route: ts.ObjectLiteralExpression, wanted: RegExp): ts.Expression | undefined => {
  const one = route.properties.find(({ name }) => name && wanted.test(nameOf(name) ?? ''))
  if (one && compiler.isMethodDeclaration(one)) return undefined
  if (one && compiler.isShorthandPropertyAssignment(one)) return one.name
  return one && compiler.isPropertyAssignment(one) ? bare(one.initializer) : undefined
}

/** `useLoaderData()` in what such a route shows, and `useRouteLoaderData('root')`. */
const ofRoutes = (
  trace: Trace,
  routes: readonly ts.ObjectLiteralExpression[],
  within: readonly string[],
): Loaded => {
  const shown = routes.flatMap((route) => memberOf(route, SHOWN) ?? []).flatMap((one) => shownBy(trace, one))
  const ids = routes.flatMap((route) => {
    const id = memberOf(route, /^id$/)
    return id && compiler.isStringLiteralLike(id) ? [id.text] : []
  })
  return { within, roots: [...hooksIn(shown, LOADER_DATA), ...routeDataOf(trace, (id) => ids.includes(id))] }
}

/** The functions of `<Root />`, or of `Root`. */
const shownBy = (trace: Trace, given: ts.Expression): readonly ts.Node[] => {
  const opened = compiler.isJsxElement(given) ? given.openingElement : given
  return functionsIn(
    trace,
    compiler.isJsxSelfClosingElement(opened) || compiler.isJsxOpeningElement(opened)
      ? (opened.tagName as ts.Expression)
      : given,
  )
}

/** `export const actions = { rename: async () => … }` */
const isFormAction = (callee: ts.SignatureDeclaration): boolean => {
  const member = isFunctionValue(callee) ? dressed(callee).parent : callee
  const object =
    compiler.isPropertyAssignment(member) || compiler.isMethodDeclaration(member) ? member.parent : undefined
  const declared = object && compiler.isObjectLiteralExpression(object) ? dressed(object).parent : undefined
  return (
    declared !== undefined &&
    compiler.isVariableDeclaration(declared) &&
    declared.name.getText() === 'actions'
  )
}

/** `let { data, form } = $props()` and `export let data`, of the page beside it, and below a layout. */
const takenAs = ({ files }: Trace, { fileName }: ts.SourceFile, wanted: string): readonly ts.Identifier[] => {
  const pages = files.filter((page) => isPageBeside(fileName, page.fileName))
  const declared = pages.flatMap((page) => nodesIn(page, compiler.isVariableDeclaration))
  return declared.flatMap(({ name }) => namesIn(name)).filter(({ text }) => text === wanted)
}
