import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isModule } from '../../../project/parse/own-scope.ts'
import type { Trace } from '../frames/source.ts'
import { isInside } from '../syntax/nodes.ts'
import { isExported, namesIn } from './names-used.ts'

/** Whether no other file can see a function, or what it is a member of: those who call it are here, if anywhere. */
export const isKeptInside = (trace: Trace, callee: ts.SignatureDeclaration): boolean => {
  const file = callee.getSourceFile()
  const statement = file.statements.find((one) => isInside(callee, one))
  const names = statement ? declaredBy(statement) : []
  return (
    names.length > 0 &&
    isModule(file) &&
    !/\bexports\b/.test(file.text) &&
    names.every((name) => !isExported(trace, name))
  )
}

const declaredBy = (statement: ts.Statement): readonly ts.Identifier[] => {
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  const isNamed = compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement)
  return isNamed && statement.name ? [statement.name] : []
}
