import type { ts } from 'ts-morph'
import type { Hosts } from '../sites/locate.ts'
import { documentTexts, type Site, sitesIn, wholeParameter } from '../sites/sites.ts'
import { createTrace, type Trace } from '../sites/trace.ts'
import { compiler } from './compiler.ts'
import { readBytes } from './gate.ts'
import { moduleName, type Survey } from './imports.ts'
import type { Sources } from './program.ts'

/** How other files name a wrapper: the function, and the module it comes from. */
interface Wrapper {
  readonly name: string
  readonly module: string
}

const MOST_FILES = 400

/**
 * Files that say nothing of the service and yet call its wrappers: a base may only move together with all its callers.
 * @param survey of the files that were not parsed
 */
export const callersElsewhere = (sources: Sources, hosts: Hosts, { importing }: Survey): string[] => {
  const wrappers = wrappersIn(sources, hosts)
  if (wrappers.length === 0) return []
  const parsed = new Set(sources.files.map(({ fileName }) => fileName))
  const found = importing(new Set(wrappers.map(({ module }) => module))).filter(
    (path) => !parsed.has(path) && calls(path, wrappers),
  )
  return found.slice(0, MOST_FILES)
}

const calls = (path: string, wrappers: readonly Wrapper[]): boolean => {
  const bytes = readBytes(path)
  return bytes !== undefined && wrappers.some(({ name }) => bytes.includes(name))
}

const wrappersIn = (sources: Sources, hosts: Hosts): Wrapper[] => {
  const trace = createTrace(sources.checker, sources.files)
  const found = new Map<string, Wrapper>()
  const add = (node: ts.Node): void => {
    const name = nameAround(node)
    const module = moduleName(node.getSourceFile().fileName)
    if (name) found.set(`${module}#${name}`, { name, module })
  }
  for (const file of sources.files)
    for (const site of sitesIn(trace, file, { hosts })) {
      const isGraphql = site.located.some(({ family }) => family === 'graphql')
      if (!isGraphql && !site.located.some(({ family }) => family === 'v1')) continue
      for (let frame = site.scope; frame; frame = frame.outer) add(frame.callee)
      if (site.open || (isGraphql && isHelper(trace, site))) add(site.sink.call)
    }
  return [...found.values()]
}

/** Whether the document is the caller's to say. */
const isHelper = (trace: Trace, site: Site): boolean => {
  trace.from(site.top)
  return documentTexts(trace, site).some((text) => wholeParameter(text) !== undefined)
}

/** The name by which a function, or the class or constant around it, is exported. */
const nameAround = (node: ts.Node): string | undefined => {
  let name: string | undefined
  for (let at: ts.Node | undefined = node; at && !compiler.isSourceFile(at); at = at.parent) {
    if (
      !compiler.isFunctionDeclaration(at) &&
      !compiler.isClassDeclaration(at) &&
      !compiler.isVariableDeclaration(at)
    )
      continue
    if (at.name && compiler.isIdentifier(at.name)) name = at.name.text
  }
  return name
}
