import type { ts } from 'ts-morph'
import { kept, once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { identifiersNamed } from '../../../sites/program/names/names-used.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a member of a type is read of, in all files: each must be an answer, or the read would lose its member. */
export const ownersRead = (trace: Trace, member: ts.PropertySignature): readonly ts.Expression[] =>
  kept(known(trace), member, () =>
    trace.files.flatMap((file) =>
      identifiersNamed(file, member.name.getText()).flatMap((one) => {
        const owner = one === member.name ? undefined : ownerOf(one)
        return owner && declaredAs(trace, one).includes(member) ? [owner] : []
      }),
    ),
  )

/** Every call that answers with the type asks for all of them. */
const known = once((_: Trace) => new Map<ts.PropertySignature, readonly ts.Expression[]>())

/** `pod` of `pod.imageName`, or the pattern of `{ imageName }`. */
const ownerOf = (name: ts.Identifier): ts.Expression | undefined => {
  const { parent } = name
  if (compiler.isPropertyAccessExpression(parent) && parent.name === name) return bare(parent.expression)
  return isKey(name) ? (parent.parent as unknown as ts.Expression) : undefined
}

const isKey = (name: ts.Identifier): boolean =>
  compiler.isBindingElement(name.parent) && (name.parent.propertyName ?? name.parent.name) === name

const declaredAs = ({ checker }: Trace, name: ts.Identifier): readonly ts.Declaration[] => {
  const symbol = isKey(name)
    ? checker.getTypeAtLocation(name.parent.parent).getProperty(name.text)
    : checker.getSymbolAtLocation(name)
  return symbol?.declarations ?? []
}
