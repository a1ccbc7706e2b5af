import type { AddressVariables } from '../server/addresses.ts'
import { createWorkerApp } from './app.ts'

let app: ReturnType<typeof createWorkerApp> | undefined

// biome-ignore lint/style/noDefaultExport: a Workers module's entry point is its default export
export default {
  /** The environment is the same for every request of an instance, so the app is made once. */
  fetch: (request: Request, environment: AddressVariables): Promise<Response> => {
    app ??= createWorkerApp(environment)
    return app(request)
  },
}
