import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isPageBeside } from '../../project/pages/page-beside.ts'
import type { Beyond } from '../answers/uses/uses-walk.ts'
import type { Trace } from '../program/frames/source.ts'
import { namesIn } from '../program/names/names-used.ts'
import { dressed, functionAround, isFunctionValue, nodesIn } from '../program/syntax/nodes.ts'
import { functionsIn } from './registered.ts'

/** What a page has of the function that a framework asks before it: as what, and by which members. */
export interface Loaded extends Partial<Beyond> {
  readonly within: readonly string[]
}

/**
 * Who has what a page's loader gives: SvelteKit's `load`, Remix' `loader`, Next's `getServerSideProps` and `getStaticProps`.
 * @param top what is given, in objects of the program's own
 */
export const loadedBy = (trace: Trace, top: ts.Expression, within: readonly string[]): Loaded | undefined => {
  const callee = givingBack(top)
  const name = callee && nameOfFunction(callee)
  if (!callee || name === undefined) return undefined
  const file = callee.getSourceFile()
  if (/^get(ServerSide|Static|Initial)Props$/.test(name)) return ofProps(trace, file, name, within)
  if (/^(clientL|l)oader$/.test(name)) return ofLoader(file, within)
  return name === 'load' ? ofLoad(trace, file, within) : undefined
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

/** `useLoaderData()` of the same file */
const ofLoader = (file: ts.SourceFile, within: readonly string[]): Loaded => ({
  within,
  roots: nodesIn(file, compiler.isCallExpression).filter(
    ({ expression }) => expression.getText() === 'useLoaderData',
  ),
})

/** `let { data } = $props()` and `export let data`, of the page beside it, and below a layout. */
const ofLoad = ({ files }: Trace, { fileName }: ts.SourceFile, within: readonly string[]): Loaded => {
  const pages = files.filter((page) => isPageBeside(fileName, page.fileName))
  const declared = pages.flatMap((page) => nodesIn(page, compiler.isVariableDeclaration))
  const names = declared.flatMap(({ name }) => namesIn(name)).filter(({ text }) => text === 'data')
  return { within, names }
}
