import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { constructorOf, findMember, type MemberHolder } from './member.ts'
import { argumentFor, bare, frameOf, functionsAround, nameOf, returnsOf, type Scope } from './scope.ts'

/** Where a value comes from: the node that makes it, and the frame in which that node is to be read. */
export interface Source {
  readonly node: ts.Node
  readonly scope: Scope | undefined
  /** The module an imported name comes from, where the module is not part of the project. */
  readonly external?: { readonly module: string; readonly name: string }
  /** Set where the trail ends at a parameter that the caller decides. */
  readonly parameter?: ts.ParameterDeclaration
  /** The environment variable read, or the option a caller outside the project may give. */
  readonly env?: string
}

/** Follows values backwards through the source: names, members, parameters, imports and small functions. */
export interface Trace {
  readonly checker: ts.TypeChecker
  /** What an expression may evaluate to. Never empty: where nothing is known it is the expression itself. */
  readonly sources: (node: ts.Expression, scope: Scope | undefined) => Source[]
  /** What `object.name` may evaluate to; empty where it is unknown. */
  readonly members: (object: ts.Expression, name: string, scope: Scope | undefined) => Source[]
  /** What the member of a traced value may be; empty where it is unknown. */
  readonly membersOf: (source: Source, name: string) => Source[]
  /** The functions of the project a call may run. */
  readonly targets: (call: ts.CallExpression | ts.NewExpression, scope: Scope | undefined) => Source[]
  /** The calls of the project that may run a function. */
  readonly callers: (callee: ts.Node) => readonly (ts.CallExpression | ts.NewExpression)[]
  /** Says from which node the caller's parameters are left open; every other function's callers are looked up. */
  readonly from: (top: ts.Node | undefined) => void
}

const MOST_STEPS = 24
const MOST_SOURCES = 8
/** Steps one question may take before the answer is "unknown". */
const MOST_WORK = 3000

/** Builds the trace over the project's own files. */
export const createTrace = (checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Trace => {
  let steps = 0
  let work = 0
  let open = new Set<ts.Node>()
  let callers: Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]> | undefined
  let building = false

  const sources = (node: ts.Expression, scope: Scope | undefined): Source[] => {
    if (steps === 0) work = 0
    if (steps > MOST_STEPS || work > MOST_WORK) return [{ node, scope }]
    steps++
    work++
    try {
      const found = step(bare(node), scope)
      return found.slice(0, MOST_SOURCES)
    } finally {
      steps--
    }
  }

  const step = (node: ts.Expression, scope: Scope | undefined): Source[] => {
    if (compiler.isAwaitExpression(node)) return sources(node.expression, scope)
    if (compiler.isIdentifier(node)) return named(node, scope)
    if (compiler.isPropertyAccessExpression(node))
      return accessed(node, node.expression, node.name.text, scope)
    if (compiler.isElementAccessExpression(node) && compiler.isStringLiteralLike(node.argumentExpression))
      return accessed(node, node.expression, node.argumentExpression.text, scope)
    if (compiler.isConditionalExpression(node))
      return [...sources(node.whenTrue, scope), ...sources(node.whenFalse, scope)]
    if (compiler.isBinaryExpression(node) && isFallback(node.operatorToken.kind)) {
      const left = sources(node.left, scope)
      const given = left.every(
        (one) => compiler.isStringLiteralLike(one.node) || compiler.isObjectLiteralExpression(one.node),
      )
      return given ? left : [...left.filter((one) => !isUndefined(one.node)), ...sources(node.right, scope)]
    }
    if (compiler.isCallExpression(node)) return called(node, scope)
    return [{ node, scope }]
  }

  const accessed = (
    node: ts.Expression,
    object: ts.Expression,
    name: string,
    scope: Scope | undefined,
  ): Source[] => {
    const env = environmentVariable(object, name)
    if (env) return [{ node, scope, env }]
    const found = members(object, name, scope)
    return found.length > 0 ? found : [{ node, scope, ...openParameter(object, scope) }]
  }

  const openParameter = (
    object: ts.Expression,
    scope: Scope | undefined,
  ): Pick<Source, 'parameter' | 'env'> => {
    const root = sources(object, scope).find((one) => one.parameter ?? one.env)
    if (root?.parameter) return { parameter: root.parameter }
    return root ? { env: object.parent.getText() } : {}
  }

  const called = (node: ts.CallExpression, scope: Scope | undefined): Source[] => {
    const module = requiredModule(node)
    if (module && !checker.getSymbolAtLocation(node.arguments[0] as ts.Node))
      return [{ node, scope, external: { module, name: 'default' } }]
    const inner = passesThrough(node)
    if (inner) return sources(inner, scope)
    const found = targets(node, scope).flatMap((target) => {
      const callee = target.node as ts.SignatureDeclaration
      if (isGenerator(callee) || frameOf(target.scope, callee)) return []
      return returnsOf(callee).flatMap((value) => sources(value, { callee, call: node, outer: scope }))
    })
    return found.length > 0 ? found : [{ node, scope }]
  }

  const named = (node: ts.Identifier, scope: Scope | undefined): Source[] => {
    const symbol = symbolOf(node)
    if (!symbol) return [{ node, scope }]
    const declarations = symbol.declarations ?? []
    const found = declarations.flatMap((declaration) => declared(node, declaration, scope))
    return found.length > 0 ? found : [{ node, scope }]
  }

  const symbolOf = (node: ts.Identifier): ts.Symbol | undefined => {
    const symbol = compiler.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
    if (!symbol || !(symbol.flags & compiler.SymbolFlags.Alias)) return symbol
    const target = checker.getAliasedSymbol(symbol)
    return target.declarations?.length ? target : symbol
  }

  const declared = (node: ts.Identifier, declaration: ts.Declaration, scope: Scope | undefined): Source[] => {
    if (compiler.isVariableDeclaration(declaration)) return variable(node, declaration, scope)
    if (compiler.isParameter(declaration)) return bound(node, declaration, scope)
    if (compiler.isBindingElement(declaration)) return destructured(node, declaration, scope)
    if (compiler.isExportAssignment(declaration)) return sources(declaration.expression, scope)
    if (compiler.isPropertyAssignment(declaration)) return sources(declaration.initializer, scope)
    const external = importedFrom(declaration)
    if (external) return [{ node, scope, external }]
    if (
      compiler.isFunctionLike(declaration) ||
      compiler.isClassLike(declaration) ||
      compiler.isEnumDeclaration(declaration)
    )
      return [{ node: declaration, scope }]
    if (compiler.isEnumMember(declaration) && declaration.initializer)
      return sources(declaration.initializer, scope)
    if (compiler.isSourceFile(declaration)) return [{ node: declaration, scope }]
    return []
  }

  const variable = (
    node: ts.Identifier,
    declaration: ts.VariableDeclaration,
    scope: Scope | undefined,
  ): Source[] => {
    if (declaration.initializer) return sources(declaration.initializer, scope)
    const written = assignmentsTo(checker, declaration)
    return written.length > 0 ? written.flatMap((value) => sources(value, scope)) : [{ node, scope }]
  }

  const bound = (
    node: ts.Expression,
    parameter: ts.ParameterDeclaration,
    scope: Scope | undefined,
  ): Source[] => {
    const frame = frameOf(scope, parameter.parent)
    const fallback = parameter.initializer ? sources(parameter.initializer, frame ?? scope) : []
    if (frame) {
      const argument = argumentFor(frame, parameter)
      return argument ? sources(argument, frame.outer) : fallback
    }
    if (open.has(parameter.parent)) return [...fallback, { node, scope, parameter }]
    const given = ambient(parameter)
    if (given.length + fallback.length > 0) return [...given, ...fallback]
    return [{ node, scope, env: parameter.name.getText() }]
  }

  /** A parameter of a function that is not on the way to the sink (a constructor, a factory): what its callers pass. */
  const ambient = (parameter: ts.ParameterDeclaration): Source[] =>
    building
      ? []
      : callersOf(parameter.parent).flatMap((call) => {
          const argument = argumentFor({ callee: parameter.parent, call, outer: undefined }, parameter)
          return argument ? sources(argument, undefined) : []
        })

  const destructured = (
    node: ts.Identifier,
    element: ts.BindingElement,
    scope: Scope | undefined,
  ): Source[] => {
    const pattern = element.parent
    if (!compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken) return [{ node, scope }]
    const name = nameOf(element.propertyName ?? element.name)
    const fallback = element.initializer ? sources(element.initializer, scope) : []
    if (name === undefined) return fallback
    const roots = patternSources(pattern, scope)
    const found = roots.flatMap((root) => {
      if (root.env !== undefined || isEnvironment(root.node))
        return fallback.length > 0 ? [] : [{ node, scope, env: name }]
      const inside = membersOf(root, name)
      if (inside.length > 0) return inside
      return root.parameter ? [{ node, scope, parameter: root.parameter }] : []
    })
    const known = found.filter((one) => one.parameter === undefined)
    const all = known.length > 0 ? known : [...fallback, ...found]
    return all.length > 0 ? all : [{ node, scope }]
  }

  const patternSources = (pattern: ts.BindingPattern, scope: Scope | undefined): Source[] => {
    const owner = pattern.parent
    if (compiler.isParameter(owner)) return bound(owner.name as unknown as ts.Expression, owner, scope)
    if (compiler.isVariableDeclaration(owner))
      return owner.initializer ? sources(owner.initializer, scope) : []
    const name = nameOf(owner.propertyName ?? owner.name)
    if (name === undefined) return []
    return patternSources(owner.parent, scope).flatMap((root) => membersOf(root, name))
  }

  const members = (object: ts.Expression, name: string, scope: Scope | undefined): Source[] => {
    if (steps > MOST_STEPS) return []
    const found = [
      ...sources(object, scope).flatMap((source) => membersOf(source, name)),
      ...assignedMembers(checker, object, name).flatMap((value) => sources(value, scope)),
    ]
    if (found.length > 0) return found
    return bySymbol(object, name, scope)
  }

  const bySymbol = (object: ts.Expression, name: string, scope: Scope | undefined): Source[] => {
    const declarations = checker.getTypeAtLocation(object).getProperty(name)?.declarations ?? []
    return declarations.flatMap((declaration) => memberValue(declaration, scope))
  }

  const memberValue = (declaration: ts.Node, scope: Scope | undefined): Source[] => {
    if (declaration.getSourceFile().isDeclarationFile) return []
    if (compiler.isPropertyAssignment(declaration)) return sources(declaration.initializer, scope)
    if (compiler.isShorthandPropertyAssignment(declaration)) return named(declaration.name, scope)
    if (compiler.isPropertyDeclaration(declaration) && compiler.isClassLike(declaration.parent))
      return membersOf({ node: declaration.parent, scope }, nameOf(declaration.name) ?? '')
    if (compiler.isGetAccessorDeclaration(declaration))
      return returnsOf(declaration).flatMap((one) => sources(one, scope))
    if (compiler.isMethodDeclaration(declaration)) return [{ node: declaration, scope }]
    if (compiler.isParameter(declaration)) return bound(declaration.name as ts.Identifier, declaration, scope)
    if (compiler.isEnumMember(declaration) && declaration.initializer)
      return sources(declaration.initializer, scope)
    return []
  }

  const membersOf = (source: Source, name: string): Source[] => {
    if (source.external) return [{ ...source, external: { ...source.external, name } }]
    const holder = holderOf(source)
    if (!holder) return exported(source, name)
    return findMember(holder, name).flatMap((member) => {
      if ('spread' in member) return members(member.spread, name, holder.scope)
      if ('value' in member) return sources(member.value, holder.scope)
      return memberValue(member.declaration, holder.scope)
    })
  }

  /** The object literal or class whose members a value has. */
  const holderOf = (source: Source): MemberHolder | undefined => {
    const { node, scope } = source
    if (
      compiler.isObjectLiteralExpression(node) ||
      compiler.isEnumDeclaration(node) ||
      compiler.isClassLike(node)
    )
      return { node, scope }
    if (compiler.isNewExpression(node)) {
      const owner = sources(node.expression, scope).find((one) => compiler.isClassLike(one.node))?.node
      if (!owner || !compiler.isClassLike(owner)) return undefined
      const callee = constructorOf(owner)
      return { node: owner, scope: callee ? { callee, call: node, outer: scope } : scope }
    }
    if (node.kind === compiler.SyntaxKind.ThisKeyword) return thisHolder(node, scope)
    return compiler.isCallExpression(node) ? wrappedLiteral(node, scope) : undefined
  }

  const thisHolder = (node: ts.Node, scope: Scope | undefined): MemberHolder | undefined => {
    for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
      if (compiler.isClassLike(at)) return { node: at, scope }
      if (compiler.isObjectLiteralExpression(at) && !compiler.isArrowFunction(node))
        return { node: at, scope }
    }
    return undefined
  }

  /** `Object.freeze({…})`, and the schema whose `.parse(…)` made the value: its defaults are its members. */
  const wrappedLiteral = (node: ts.CallExpression, scope: Scope | undefined): MemberHolder | undefined => {
    const callee = node.expression
    if (!compiler.isPropertyAccessExpression(callee)) return undefined
    const first = node.arguments[0]
    if (callee.name.text === 'freeze' || callee.name.text === 'object') {
      const literal = first ? sources(first, scope)[0] : undefined
      return literal && compiler.isObjectLiteralExpression(literal.node)
        ? { node: literal.node, scope }
        : undefined
    }
    if (!/^(parse|safeParse|parseAsync|passthrough|strict|extend|merge)$/.test(callee.name.text))
      return undefined
    const schema = sources(callee.expression, scope)[0]
    return schema && compiler.isCallExpression(schema.node)
      ? wrappedLiteral(schema.node, schema.scope)
      : undefined
  }

  const exported = (source: Source, name: string): Source[] => {
    if (compiler.isSourceFile(source.node)) {
      const symbol = checker.getSymbolAtLocation(source.node)
      const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name)
      const target =
        found && found.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
      return (target?.declarations ?? []).flatMap((one) =>
        declared(compiler.factory.createIdentifier(name), one, undefined),
      )
    }
    return []
  }

  const targets = (call: ts.CallExpression | ts.NewExpression, scope: Scope | undefined): Source[] => {
    const found = sources(call.expression, scope).flatMap((source) =>
      functionIn(source, compiler.isNewExpression(call)),
    )
    return found.filter((one, index) => found.findIndex((other) => other.node === one.node) === index)
  }

  const functionIn = (source: Source, constructs: boolean): Source[] => {
    if (constructs && compiler.isClassLike(source.node)) {
      const callee = constructorOf(source.node)
      return callee ? [{ node: callee, scope: source.scope }] : []
    }
    return compiler.isFunctionLike(source.node) && 'body' in source.node && source.node.body ? [source] : []
  }

  const callersOf = (callee: ts.Node): readonly (ts.CallExpression | ts.NewExpression)[] => {
    if (!callers) callers = buildCallers()
    return callers.get(callee) ?? []
  }

  const buildCallers = (): Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]> => {
    const found = new Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]>()
    building = true
    const record = (node: ts.Node): void => {
      if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
        steps = 0
        for (const target of targets(node, undefined)) {
          const list = found.get(target.node) ?? []
          list.push(node)
          found.set(target.node, list)
        }
      }
      compiler.forEachChild(node, record)
    }
    for (const file of files) record(file)
    building = false
    return found
  }

  return {
    checker,
    sources: (node, scope) => sources(node, scope),
    members,
    membersOf,
    targets,
    callers: callersOf,
    from: (top) => {
      open = new Set(top ? functionsAround(top) : [])
      steps = 0
    },
  }
}

const isUndefined = (node: ts.Node): boolean =>
  node.kind === compiler.SyntaxKind.NullKeyword || (compiler.isIdentifier(node) && node.text === 'undefined')

const isFallback = (kind: ts.SyntaxKind): boolean =>
  kind === compiler.SyntaxKind.BarBarToken || kind === compiler.SyntaxKind.QuestionQuestionToken

const isGenerator = (node: ts.SignatureDeclaration): boolean =>
  'asteriskToken' in node && node.asteriskToken !== undefined

/** `process.env`, `import.meta.env`, `Bun.env`. */
export const isEnvironment = (node: ts.Node): boolean => {
  const text = node.getText().replace(/\s+|\(|\)|as\s.*$/g, '')
  return /^(process\.env|globalThis\.process\??\.env|import\.meta\.env|Bun\.env)$/.test(text)
}

const environmentVariable = (object: ts.Expression, name: string): string | undefined =>
  isEnvironment(bare(object)) ? name : undefined

/** The module of `require('…')`. */
const requiredModule = (call: ts.CallExpression): string | undefined => {
  const first = call.arguments[0]
  const requires = compiler.isIdentifier(call.expression) && call.expression.text === 'require'
  return requires && first && compiler.isStringLiteralLike(first) ? first.text : undefined
}

/** Calls that hand back what they are given: `Object.freeze(x)`. */
const passesThrough = (call: ts.CallExpression): ts.Expression | undefined => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || callee.getText() !== 'Object.freeze') return undefined
  return call.arguments[0]
}

const importedFrom = (declaration: ts.Declaration): { module: string; name: string } | undefined => {
  let at: ts.Node = declaration
  while (at && !compiler.isImportDeclaration(at) && !compiler.isSourceFile(at)) at = at.parent
  if (!compiler.isImportDeclaration(at) || !compiler.isStringLiteral(at.moduleSpecifier)) return undefined
  const module = at.moduleSpecifier.text
  if (compiler.isImportSpecifier(declaration))
    return { module, name: (declaration.propertyName ?? declaration.name).text }
  return { module, name: compiler.isNamespaceImport(declaration) ? '*' : 'default' }
}

/** What is assigned to a member of a variable after it was made (`options.body = …`). */
export const assignedMembers = (
  checker: ts.TypeChecker,
  object: ts.Expression,
  name: string,
): ts.Expression[] => {
  const node = bare(object)
  if (!compiler.isIdentifier(node)) return []
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !compiler.isVariableDeclaration(declaration)) return []
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  const found: ts.Expression[] = []
  const visit = (at: ts.Node): void => {
    if (compiler.isBinaryExpression(at) && at.operatorToken.kind === compiler.SyntaxKind.EqualsToken) {
      const { left } = at
      const isMember = compiler.isPropertyAccessExpression(left) && left.name.text === name
      const isOurs = isMember && compiler.isIdentifier(left.expression) && left.expression.text === node.text
      if (isOurs && checker.getSymbolAtLocation(left.expression) === symbol) found.push(at.right)
    }
    compiler.forEachChild(at, visit)
  }
  visit(block)
  return found
}

/** The values assigned to a variable that was declared without one (`let base; base = …`). */
const assignmentsTo = (checker: ts.TypeChecker, declaration: ts.VariableDeclaration): ts.Expression[] => {
  const found: ts.Expression[] = []
  const symbol = compiler.isIdentifier(declaration.name)
    ? checker.getSymbolAtLocation(declaration.name)
    : undefined
  if (!symbol) return found
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      node.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      compiler.isIdentifier(node.left) &&
      node.left.text === symbol.name &&
      checker.getSymbolAtLocation(node.left) === symbol
    ) {
      found.push(node.right)
    }
    compiler.forEachChild(node, visit)
  }
  visit(declaration.getSourceFile())
  return found
}
