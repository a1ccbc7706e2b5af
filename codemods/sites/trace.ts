import { ts } from 'ts-morph'
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
    if (ts.isAwaitExpression(node)) return sources(node.expression, scope)
    if (ts.isIdentifier(node)) return named(node, scope)
    if (ts.isPropertyAccessExpression(node)) return accessed(node, node.expression, node.name.text, scope)
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      return accessed(node, node.expression, node.argumentExpression.text, scope)
    if (ts.isConditionalExpression(node))
      return [...sources(node.whenTrue, scope), ...sources(node.whenFalse, scope)]
    if (ts.isBinaryExpression(node) && isFallback(node.operatorToken.kind)) {
      const left = sources(node.left, scope)
      const given = left.every(
        (one) => ts.isStringLiteralLike(one.node) || ts.isObjectLiteralExpression(one.node),
      )
      return given ? left : [...left.filter((one) => !isUndefined(one.node)), ...sources(node.right, scope)]
    }
    if (ts.isCallExpression(node)) return called(node, scope)
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
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
    if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return symbol
    const target = checker.getAliasedSymbol(symbol)
    return target.declarations?.length ? target : symbol
  }

  const declared = (node: ts.Identifier, declaration: ts.Declaration, scope: Scope | undefined): Source[] => {
    if (ts.isVariableDeclaration(declaration)) return variable(node, declaration, scope)
    if (ts.isParameter(declaration)) return bound(node, declaration, scope)
    if (ts.isBindingElement(declaration)) return destructured(node, declaration, scope)
    if (ts.isExportAssignment(declaration)) return sources(declaration.expression, scope)
    if (ts.isPropertyAssignment(declaration)) return sources(declaration.initializer, scope)
    const external = importedFrom(declaration)
    if (external) return [{ node, scope, external }]
    if (ts.isFunctionLike(declaration) || ts.isClassLike(declaration) || ts.isEnumDeclaration(declaration))
      return [{ node: declaration, scope }]
    if (ts.isEnumMember(declaration) && declaration.initializer)
      return sources(declaration.initializer, scope)
    if (ts.isSourceFile(declaration)) return [{ node: declaration, scope }]
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
    if (!ts.isObjectBindingPattern(pattern) || element.dotDotDotToken) return [{ node, scope }]
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
    if (ts.isParameter(owner)) return bound(owner.name as unknown as ts.Expression, owner, scope)
    if (ts.isVariableDeclaration(owner)) return owner.initializer ? sources(owner.initializer, scope) : []
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
    if (ts.isPropertyAssignment(declaration)) return sources(declaration.initializer, scope)
    if (ts.isShorthandPropertyAssignment(declaration)) return named(declaration.name, scope)
    if (ts.isPropertyDeclaration(declaration) && ts.isClassLike(declaration.parent))
      return membersOf({ node: declaration.parent, scope }, nameOf(declaration.name) ?? '')
    if (ts.isGetAccessorDeclaration(declaration))
      return returnsOf(declaration).flatMap((one) => sources(one, scope))
    if (ts.isMethodDeclaration(declaration)) return [{ node: declaration, scope }]
    if (ts.isParameter(declaration)) return bound(declaration.name as ts.Identifier, declaration, scope)
    if (ts.isEnumMember(declaration) && declaration.initializer)
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
    if (ts.isObjectLiteralExpression(node) || ts.isEnumDeclaration(node) || ts.isClassLike(node))
      return { node, scope }
    if (ts.isNewExpression(node)) {
      const owner = sources(node.expression, scope).find((one) => ts.isClassLike(one.node))?.node
      if (!owner || !ts.isClassLike(owner)) return undefined
      const callee = constructorOf(owner)
      return { node: owner, scope: callee ? { callee, call: node, outer: scope } : scope }
    }
    if (node.kind === ts.SyntaxKind.ThisKeyword) return thisHolder(node, scope)
    return ts.isCallExpression(node) ? wrappedLiteral(node, scope) : undefined
  }

  const thisHolder = (node: ts.Node, scope: Scope | undefined): MemberHolder | undefined => {
    for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
      if (ts.isClassLike(at)) return { node: at, scope }
      if (ts.isObjectLiteralExpression(at) && !ts.isArrowFunction(node)) return { node: at, scope }
    }
    return undefined
  }

  /** `Object.freeze({…})`, and the schema whose `.parse(…)` made the value: its defaults are its members. */
  const wrappedLiteral = (node: ts.CallExpression, scope: Scope | undefined): MemberHolder | undefined => {
    const callee = node.expression
    if (!ts.isPropertyAccessExpression(callee)) return undefined
    const first = node.arguments[0]
    if (callee.name.text === 'freeze' || callee.name.text === 'object') {
      const literal = first ? sources(first, scope)[0] : undefined
      return literal && ts.isObjectLiteralExpression(literal.node) ? { node: literal.node, scope } : undefined
    }
    if (!/^(parse|safeParse|parseAsync|passthrough|strict|extend|merge)$/.test(callee.name.text))
      return undefined
    const schema = sources(callee.expression, scope)[0]
    return schema && ts.isCallExpression(schema.node) ? wrappedLiteral(schema.node, schema.scope) : undefined
  }

  const exported = (source: Source, name: string): Source[] => {
    if (ts.isSourceFile(source.node)) {
      const symbol = checker.getSymbolAtLocation(source.node)
      const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name)
      const target = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
      return (target?.declarations ?? []).flatMap((one) =>
        declared(ts.factory.createIdentifier(name), one, undefined),
      )
    }
    return []
  }

  const targets = (call: ts.CallExpression | ts.NewExpression, scope: Scope | undefined): Source[] => {
    const found = sources(call.expression, scope).flatMap((source) =>
      functionIn(source, ts.isNewExpression(call)),
    )
    return found.filter((one, index) => found.findIndex((other) => other.node === one.node) === index)
  }

  const functionIn = (source: Source, constructs: boolean): Source[] => {
    if (constructs && ts.isClassLike(source.node)) {
      const callee = constructorOf(source.node)
      return callee ? [{ node: callee, scope: source.scope }] : []
    }
    return ts.isFunctionLike(source.node) && 'body' in source.node && source.node.body ? [source] : []
  }

  const callersOf = (callee: ts.Node): readonly (ts.CallExpression | ts.NewExpression)[] => {
    if (!callers) callers = buildCallers()
    return callers.get(callee) ?? []
  }

  const buildCallers = (): Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]> => {
    const found = new Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]>()
    building = true
    const record = (node: ts.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        steps = 0
        for (const target of targets(node, undefined)) {
          const list = found.get(target.node) ?? []
          list.push(node)
          found.set(target.node, list)
        }
      }
      ts.forEachChild(node, record)
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
  node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')

const isFallback = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken

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
  const requires = ts.isIdentifier(call.expression) && call.expression.text === 'require'
  return requires && first && ts.isStringLiteralLike(first) ? first.text : undefined
}

/** Calls that hand back what they are given: `Object.freeze(x)`. */
const passesThrough = (call: ts.CallExpression): ts.Expression | undefined => {
  const callee = call.expression
  if (!ts.isPropertyAccessExpression(callee) || callee.getText() !== 'Object.freeze') return undefined
  return call.arguments[0]
}

const importedFrom = (declaration: ts.Declaration): { module: string; name: string } | undefined => {
  let at: ts.Node = declaration
  while (at && !ts.isImportDeclaration(at) && !ts.isSourceFile(at)) at = at.parent
  if (!ts.isImportDeclaration(at) || !ts.isStringLiteral(at.moduleSpecifier)) return undefined
  const module = at.moduleSpecifier.text
  if (ts.isImportSpecifier(declaration))
    return { module, name: (declaration.propertyName ?? declaration.name).text }
  return { module, name: ts.isNamespaceImport(declaration) ? '*' : 'default' }
}

/** What is assigned to a member of a variable after it was made (`options.body = …`). */
export const assignedMembers = (
  checker: ts.TypeChecker,
  object: ts.Expression,
  name: string,
): ts.Expression[] => {
  const node = bare(object)
  if (!ts.isIdentifier(node)) return []
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration)) return []
  let block: ts.Node = declaration.parent
  while (!ts.isFunctionLike(block) && !ts.isSourceFile(block)) block = block.parent
  const found: ts.Expression[] = []
  const visit = (at: ts.Node): void => {
    if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left } = at
      const isMember = ts.isPropertyAccessExpression(left) && left.name.text === name
      const isOurs = isMember && ts.isIdentifier(left.expression) && left.expression.text === node.text
      if (isOurs && checker.getSymbolAtLocation(left.expression) === symbol) found.push(at.right)
    }
    ts.forEachChild(at, visit)
  }
  visit(block)
  return found
}

/** The values assigned to a variable that was declared without one (`let base; base = …`). */
const assignmentsTo = (checker: ts.TypeChecker, declaration: ts.VariableDeclaration): ts.Expression[] => {
  const found: ts.Expression[] = []
  const symbol = ts.isIdentifier(declaration.name) ? checker.getSymbolAtLocation(declaration.name) : undefined
  if (!symbol) return found
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(node.left) &&
      node.left.text === symbol.name &&
      checker.getSymbolAtLocation(node.left) === symbol
    ) {
      found.push(node.right)
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration.getSourceFile())
  return found
}
