import { ts } from 'ts-morph'
import {
  applyEdits,
  type Edit,
  insertAfter,
  insertAt,
  insertBefore,
} from '../../codemods/rewrite/edit/edit.ts'

/** The same program in other statements: arrows for functions, an else after what leaves, a name for what is returned. */
export const statedOtherwise = (path: string, text: string): string =>
  [asArrows, elseAfterExits, namedReturns].reduce(
    (sofar, form) => form(ts.createSourceFile(path, sofar, ts.ScriptTarget.ESNext, true)),
    text,
  )

const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}

const holds = (node: ts.Node, is: (node: ts.Node) => boolean): boolean => {
  let found = false
  each(node, (one) => {
    found ||= is(one)
  })
  return found
}

/** `const stop = async (id) => { … }` for `async function stop(id) { … }`. */
const asArrows = (file: ts.SourceFile): string => {
  const edits = file.statements.filter(ts.isFunctionDeclaration).flatMap((one): Edit[] => {
    const { name, body, modifiers = [] } = one
    const isMine = (kind: ts.SyntaxKind): boolean => modifiers.some((modifier) => modifier.kind === kind)
    const isOnlyOne = file.statements.filter((other) => nameOf(other) === name?.text).length === 1
    if (!name || !body || !isOnlyOne || one.asteriskToken || isMine(ts.SyntaxKind.DefaultKeyword)) return []
    if (isPredicate(one.type) || holds(one, isOfItself)) return []
    const exported = isMine(ts.SyntaxKind.ExportKeyword) ? 'export ' : ''
    const async = isMine(ts.SyntaxKind.AsyncKeyword) ? 'async ' : ''
    const head = {
      file,
      start: one.getStart(),
      end: name.end,
      text: `${exported}const ${name.text} = ${async}`,
    }
    return [head, insertBefore(body, '=> ')]
  })
  return applyEdits(file.text, edits)
}

const nameOf = (statement: ts.Statement): string | undefined =>
  ts.isFunctionDeclaration(statement) ? statement.name?.text : undefined

/** What an arrow cannot say, or says of something else. */
const isOfItself = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && node.text === 'arguments')

const isPredicate = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && ts.isTypePredicateNode(type)

/** `if (failed) { throw … } else { … }` for `if (failed) throw …` and what comes behind it. */
const elseAfterExits = (file: ts.SourceFile): string => {
  const edits: Edit[] = []
  each(file, (node) => {
    if (!ts.isBlock(node) || !ts.isFunctionLike(node.parent)) return
    const at = node.statements.findIndex(
      (one) => ts.isIfStatement(one) && !one.elseStatement && leaves(one.thenStatement),
    )
    const [first, ...rest] = at < 0 ? [] : node.statements.slice(at)
    if (!first || !ts.isIfStatement(first) || rest.length === 0 || rest.some(ts.isDeclarationStatement))
      return
    const then = first.thenStatement
    if (!ts.isBlock(then)) edits.push(insertBefore(then, '{ '), insertAfter(then, ' }'))
    edits.push(insertAfter(first, ' else {'), insertAt(file, node.end - 1, '}'))
  })
  return applyEdits(file.text, edits)
}

const leaves = (statement: ts.Statement | undefined): boolean =>
  statement !== undefined &&
  (ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    (ts.isBlock(statement) && leaves(statement.statements.at(-1))))

/** `const given = await …; return given` for `return await …`. */
const namedReturns = (file: ts.SourceFile): string => {
  const edits: Edit[] = []
  each(file, (node) => {
    if (!ts.isReturnStatement(node) || !ts.isBlock(node.parent) || !node.expression) return
    const { expression } = node
    if (!ts.isCallExpression(expression) && !ts.isAwaitExpression(expression)) return
    const start = node.getStart()
    edits.push({ file, start, end: start + 'return'.length, text: 'const given =' })
    edits.push(insertAfter(expression, '; return given'))
  })
  return applyEdits(file.text, edits)
}
