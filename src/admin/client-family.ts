import { clientLibraries } from '../../mappings/clients.ts'

/** Beginnings of User-Agent values and the family they mean. The APIs' own clients come first. */
const FAMILIES: readonly (readonly [prefix: string, family: string])[] = [
  ['runpod-mcp-server', 'mcp-server'],
  ['runpod-cli', 'runpodctl'],
  ['runpod-python-sdk', 'runpod-python'],
  ['runpod-js-sdk', 'runpod-sdk'],
  ['runpod flash', 'runpod-flash'],
  ['python-requests', 'python-requests'],
  ['python-httpx', 'python-httpx'],
  ['python-urllib', 'python-urllib'],
  ['python/', 'aiohttp'],
  ['aiohttp', 'aiohttp'],
  ['node-fetch', 'node-fetch'],
  ['node', 'node'],
  ['undici', 'node'],
  ['axios', 'axios'],
  ['got', 'got'],
  ['ky', 'ky'],
  ['bun', 'bun'],
  ['deno', 'deno'],
  ['go-http-client', 'go'],
  ['go-resty', 'go'],
  ['reqwest', 'reqwest'],
  ['okhttp', 'okhttp'],
  ['java', 'java'],
  ['apache-httpclient', 'java'],
  ['ruby', 'ruby'],
  ['faraday', 'ruby'],
  ['guzzlehttp', 'php'],
  ['php', 'php'],
  ['symfony', 'php'],
  ['curl', 'curl'],
  ['wget', 'wget'],
  ['httpie', 'httpie'],
  ['postmanruntime', 'postman'],
  ['insomnia', 'insomnia'],
  ['mozilla', 'browser'],
  ['powershell', 'powershell'],
  ['terraform', 'terraform'],
  ['pulumi', 'pulumi'],
  ...clientLibraries.is.map(({ name }) => [name.toLowerCase(), name] as const),
]

/**
 * The family of a User-Agent: always one of a fixed list, because the header is the caller's to write and may hold
 * anything, secrets included.
 */
export const clientFamily = (userAgent: string | undefined): string => {
  if (!userAgent) return 'none'
  const start = userAgent.slice(0, 40).toLowerCase()
  return FAMILIES.find(([prefix]) => start.startsWith(prefix))?.[1] ?? 'other'
}
