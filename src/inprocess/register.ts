/**
 * `node --import upshift/register app.js`: the program's calls of the retired APIs, made with fetch, undici or
 * node:http(s), are answered by REST v2 from now on.
 * @module
 */
import { translateThisProcess } from './in-process-proxy.ts'
import { legacyAddresses } from './legacy-url.ts'

await translateThisProcess(process.env, legacyAddresses)
