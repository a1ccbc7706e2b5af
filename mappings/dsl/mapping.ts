import { checkAlive, checkPlan } from './check.ts'
import { compileDown, type Down } from './emit-down.ts'
import { compileUp, type Up } from './emit-up.ts'
import { type Capabilities, type Definition, type Plan, planFacet, type Shapes, shapesOf } from './plan.ts'
import type { Facet } from './row.ts'
import { type Wording, wordingOf } from './wording.ts'

/** One facet, compiled. */
export interface CompiledFacet {
  readonly plan: Plan
  readonly shapes: Shapes
  /** Old body -> v2 body and findings. */
  readonly up: Up
  /** The same over values with holes (codemod). Compiled on first use. */
  readonly upHoles: Up
  /** v2 answer -> old answer. */
  readonly down: Down
  readonly wording: Wording
}

/** A resource's mapping: data for those who read it, functions for those who run it. */
export type Mapping<F extends Facet = Facet> = Readonly<Record<F, CompiledFacet>> & {
  readonly id: string
  readonly definition: Definition
  readonly facets: readonly F[]
}

/** Any resource's mapping: it can be read, and has those of the other facets that its API has. */
export type Resource = Pick<Mapping, 'id' | 'definition' | 'read'> &
  Partial<Record<Facet, CompiledFacet>> & { readonly facets: readonly Facet[] }

const defined: Resource[] = []

/** Every mapping defined so far, for those who must compile all of them ahead of the first call. */
export const definedMappings = (): readonly Resource[] => defined

/** Computes a property on first read and keeps it: a command that needs one facet does not compile forty. */
const lazily = <T extends object>(target: T, name: keyof T, make: () => T[keyof T]): void => {
  Object.defineProperty(target, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = make()
      Object.defineProperty(target, name, { value, enumerable: true })
      return value
    },
  })
}

const compileFacet = (plan: Plan, shapes: Shapes): CompiledFacet => {
  const facet = { plan, shapes } as CompiledFacet
  lazily(facet, 'up', () => compileUp(plan, { holes: false }))
  lazily(facet, 'upHoles', () => compileUp(plan, { holes: true }))
  lazily(facet, 'down', () => compileDown(plan))
  lazily(facet, 'wording', () => wordingOf(plan))
  return facet
}

const NONE: Capabilities = new Set()

/** The same resource, its rows read as newer v2 has it. */
export const withCapabilities = (resource: Resource, capabilities: Capabilities): Resource =>
  capabilities.size === 0
    ? resource
    : (mapping(resource.id, resource.definition, capabilities) as unknown as Resource)

type FacetOf<D> = D extends { facets: infer Facets } ? Extract<keyof Facets, Facet> : never

/**
 * Defines a resource's mapping and checks it there and then.
 * @param id the prefix of its rules, e.g. `v1.templates`
 * @throws {MappingError} for a case that is ambiguous, two rows that write one field, or a row that applies nowhere
 */
export const mapping = <const D extends Definition>(
  id: string,
  definition: D,
  capabilities: Capabilities = NONE,
): Mapping<FacetOf<D>> => {
  const facets = Object.keys(definition.facets) as FacetOf<D>[]
  const plans = facets.map((facet) => planFacet(id, facet, definition, capabilities))
  for (const plan of plans) checkPlan(plan)
  checkAlive(id, definition.rows, plans)
  const compiled = plans.map((plan) => [
    plan.facet,
    compileFacet(plan, shapesOf(definition, plan.facet, capabilities)),
  ])
  const made = { id, definition, facets, ...Object.fromEntries(compiled) } as Mapping<FacetOf<D>>
  defined.push(made as unknown as Resource)
  return made
}
