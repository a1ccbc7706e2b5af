import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import type { Uses } from '../../sites/answers/uses/uses-walk.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../edit/edit.ts'
import { type Mapper, mapperFor } from '../mapper/mapper.ts'

/** A list's items, mapped where the program takes them out of the envelope; no edits where they cannot be. */
export interface OpenedOnly {
  readonly mapper: Mapper
  readonly edits: readonly Edit[] | undefined
}

/**
 * A program that reads `body.pods` and takes no bare list found nothing in v1's answer, and finds v2's as it is: a mapper
 * around the whole would take the envelope away. Undefined where a bare list does as well, or an error's body is read, too.
 */
export const mapOpened = (
  route: Route,
  seen: { readonly uses: Uses; readonly isProblemRead: boolean },
): OpenedOnly | undefined => {
  if (!isOpenedOnly(seen.uses)) return undefined
  const mapper = mapperFor(route.mapping, 'read')
  const edits = seen.isProblemRead ? seen.uses.opened.map((node) => mapAt(node, mapper.name)) : []
  const isAll = edits.length > 0 && edits.every((one) => one !== undefined)
  return { mapper, edits: isAll ? edits.flatMap((one) => one ?? []) : undefined }
}

/** What a program that never takes a bare list finds in v2's answer, and did not in v1's. */
export const foundNow = ({ id, list = '' }: Route, uses: Uses): Finding[] =>
  isOpenedOnly(uses)
    ? [
        {
          code: 'TOLERATED',
          rule: id,
          at: list,
          why: 'v1 answered a bare list, in which this found none; v2 says them there',
          fix: 'see what the program does with them, now that it has some',
        },
      ]
    : []

const isOpenedOnly = ({ opened, spares }: Uses): boolean => opened.length > 0 && spares.length === 0

/** `body.pods` -> `body.pods?.map(podFromV2)`; `const { pods } = await …` -> `const pods = (await …).pods?.map(podFromV2)`. */
const mapAt = (node: ts.Node, mapper: string): Edit[] | undefined => {
  if (!compiler.isBindingElement(node)) return [insertAfter(node, `?.map(${mapper})`)]
  const pattern = node.parent
  const declaration = pattern.parent
  const isAlone = compiler.isObjectBindingPattern(pattern) && pattern.elements.length === 1
  if (!isAlone || node.initializer || !compiler.isVariableDeclaration(declaration)) return undefined
  const { initializer, type } = declaration
  if (!initializer || type || !compiler.isIdentifier(node.name)) return undefined
  const member = (node.propertyName ?? node.name).getText()
  return [
    replace(pattern, node.name.text),
    insertBefore(initializer, '('),
    insertAfter(initializer, `).${member}?.map(${mapper})`),
  ]
}
