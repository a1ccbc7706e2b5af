import * as account from './account.ts'
import * as catalog from './catalog.ts'
import * as catalogInputs from './catalog-inputs.ts'
import * as endpoints from './endpoints.ts'
import * as enums from './enums.ts'
import * as podInputs from './pod-inputs.ts'
import * as podRuntime from './pod-runtime.ts'
import * as pods from './pods.ts'
import * as registries from './registries.ts'
import * as secrets from './secrets.ts'
import { DateTime, ID, JsonValue, Port, Void } from './shape.ts'
import * as templates from './templates.ts'
import * as volumes from './volumes.ts'

/** Every named type of the served subset. The key is the name on the wire; names ending in `Input` or `Filter` are inputs. */
export const graphqlTypes = {
  ...enums,
  ...templates,
  ...catalog,
  ...catalogInputs,
  ...volumes,
  ...podRuntime,
  ...pods,
  ...podInputs,
  ...endpoints,
  ...registries,
  ...secrets,
  ...account,
}

/** Scalars by their name on the wire, told apart by identity. */
export const graphqlScalars = { DateTime, ID, JSON: JsonValue, Port, Void }
