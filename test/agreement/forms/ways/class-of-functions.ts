import { ts } from 'ts-morph'
import { insertAt, insertBefore, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { type Declared, functionsOf, isAsync, isExported, isOfItself, usesOf } from '../tree.ts'

const isCalled = (node: ts.Identifier): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node

/** Functions that are only called, and only here, and only from functions. */
const movable = (file: ts.SourceFile): Declared[] =>
  functionsOf(file).filter(({ name, statement, made }) => {
    const uses = usesOf(file, name)
    return (
      !isExported(statement) &&
      !isOfItself(made) &&
      uses !== undefined &&
      uses.length > 0 &&
      uses.every(isCalled)
    )
  })

const within = (node: ts.Node, outer: readonly ts.Node[]): boolean =>
  outer.some((one) => node.pos >= one.pos && node.end <= one.end)

/** Whether `this` is the class's there: not below a function of its own. */
const seesThis = (node: ts.Node, outer: ts.Node): boolean => {
  for (let at = node.parent; at !== outer; at = at.parent)
    if (ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at) || ts.isMethodDeclaration(at))
      return false
  return true
}

const methodOf = ({ name, made }: Declared): string => {
  const file = made.getSourceFile()
  const body = made.body as ts.ConciseBody
  const from = ts.isArrowFunction(made) ? made.getStart() : (made.name?.end ?? 0)
  const until = ts.isArrowFunction(made) ? made.equalsGreaterThanToken.getStart() : body.getStart()
  const said = file.text
    .slice(from, until)
    .replace(/^async\s*/, '')
    .trim()
  const head = /^[(<]/.test(said) ? said : `(${said})`
  return `${isAsync(made) ? 'async ' : ''}${name}${head} ${ts.isBlock(body) ? body.getText() : `{ return ${body.getText()} }`}`
}

/** The functions of a file as methods of one class. */
export const form: Form = {
  example: {
    before:
      'const get = (id) => call(id)\nasync function call(id) { return fetch(id) }\nexport const main = () => get(1)',
    after:
      'class Api {\nget(id) { return this.call(id) }\n\nasync call(id) { return fetch(id) }\n}\nconst api = new Api()\n\n\nexport const main = () => api.get(1)',
  },
  apply: perFile((file) => {
    const own = movable(file)
    if (own.length < 2 || /\bapi\b|\bApi\b/.test(file.text)) return []
    const statements = own.map(({ statement }) => statement)
    const outside = own
      .flatMap(({ name }) => usesOf(file, name) ?? [])
      .filter((use) => !within(use, statements))
    return [
      [
        ...outside.map((use) => insertBefore(use, 'api.')),
        ...statements.map((one) => replace(one, '')),
        insertAt(file, Math.min(...statements.map((one) => one.getStart())), classOf(file, own)),
      ],
    ]
  }),
}

const classOf = (file: ts.SourceFile, own: readonly Declared[]): string => {
  const methods = own.map((one) => {
    const { statement, made } = one
    const inner = own
      .flatMap(({ name }) => usesOf(file, name) ?? [])
      .filter((use) => within(use, [statement]))
    const start = statement.getStart()
    const lines = inner.map((use) => ({
      at: use.getStart() - start,
      word: seesThis(use, made) ? 'this.' : 'api.',
    }))
    const moved = lines
      .sort((a, b) => b.at - a.at)
      .reduce((text, { at, word }) => text.slice(0, at) + word + text.slice(at), statement.getText())
    const again = functionsOf(ts.createSourceFile(file.fileName, moved, ts.ScriptTarget.ESNext, true))
    return again[0] ? methodOf(again[0]) : ''
  })
  return `class Api {\n${methods.join('\n\n')}\n}\nconst api = new Api()\n`
}
