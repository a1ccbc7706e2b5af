import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { Behaviour } from '../context.ts'
import { templateSources } from './template-sources.ts'
import { wholeMount } from './whole-mount.ts'

/** Every behaviour the mapping names. */
const BEHAVIOURS: Record<BehaviourName, Behaviour> = { templateSources, wholeMount }

/** The function behind a name of the mapping. */
export const behaviourOf = (name: BehaviourName): Behaviour => BEHAVIOURS[name]
