import type { Mapping } from '../dsl/mapping.ts'
import type { Route } from '../dsl/route.ts'
import { templateRoutes, templates } from './templates.ts'

/** Every REST v1 resource. */
export const resources: readonly Mapping[] = [templates]

/** Every REST v1 operation that v2 takes part in. */
export const routes: readonly Route[] = [...templateRoutes]
