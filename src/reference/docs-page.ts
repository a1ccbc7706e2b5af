import type { Route } from '../../mappings/dsl/route.ts'
import { resources, routes } from '../../mappings/v1/index.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { JsonSchema } from './openapi-components.ts'

/** Text made safe between tags and in quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

interface DocumentedOperation {
  readonly summary?: string
  readonly requestBody?: unknown
  readonly responses?: unknown
  readonly parameters?: readonly { name: string; in: string; schema?: JsonSchema; required?: boolean }[]
}

const routeOf = (method: string, path: string): Route | undefined =>
  routes.find(({ old }) => old.method === method && old.path === path)

const pretty = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2))

const parameterRow = ({
  name,
  in: place,
  required,
  schema,
}: NonNullable<DocumentedOperation['parameters']>[number]) =>
  `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema ?? {}))}</code></td></tr>`

const parameterTable = ({ parameters = [] }: DocumentedOperation) =>
  parameters.length === 0 ? '' : `<table>${parameters.map(parameterRow).join('')}</table>`

const successor = (route: Route | undefined): string => {
  if (!route) return 'answered by the proxy itself'
  if (route.gone) return `no successor: ${escapeHtml(route.gone)}`
  const body = route.sends ? ` with <code>${escapeHtml(JSON.stringify(route.sends))}</code>` : ''
  return `becomes <code>${route.v2.method} ${escapeHtml(route.v2.path)}</code>${body}`
}

const section = (method: string, path: string, operation: DocumentedOperation): string => {
  const route = routeOf(method, path)
  const body = operation.requestBody ? `<h4>Body</h4><pre>${pretty(operation.requestBody)}</pre>` : ''
  return `<details id="${escapeHtml(route?.id ?? path)}"><summary><b class="m">${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary ?? '')}</span></summary>
<p>In REST v2 this ${successor(route)}.</p>${parameterTable(operation)}${body}<h4>Answers</h4><pre>${pretty(operation.responses)}</pre></details>`
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem}
summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}summary span{opacity:.8}.m{display:inline-block;min-width:4.5em}
pre{overflow-x:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px;font-size:.85rem}
table{border-collapse:collapse;display:block;overflow-x:auto}td{padding:.2rem .8rem .2rem 0;vertical-align:top}
input{font:inherit;padding:.4rem;width:100%;box-sizing:border-box}details{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent)}`

/** Filters the list as one types; without scripts the whole list is there. */
const SCRIPT = `const q=document.querySelector('input');q.addEventListener('input',()=>{for(const d of document.querySelectorAll('details'))d.hidden=!d.querySelector('summary').textContent.toLowerCase().includes(q.value.toLowerCase())});const open=()=>{const d=location.hash&&document.getElementById(decodeURIComponent(location.hash.slice(1)));if(d)d.open=true};addEventListener('hashchange',open);open()`

/** The browsable page of `GET /v1/docs`: one file, nothing fetched from anywhere. */
export const docsPage = (document: OpenApiDocument): string => {
  const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const base = document.servers[0]?.url ?? ''
      return section(
        method.toUpperCase(),
        `${base === '/' ? '' : base}${path}`,
        operation as DocumentedOperation,
      )
    }),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(document.info.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(document.info.title)}</h1><p>REST v1 is retired; this proxy answers it by REST v2. ${resources.length} resources, ${sections.length} operations. <a href="/v1/openapi.json">OpenAPI document</a></p>
<label>Find an operation <input type="search" autocomplete="off"></label>
${sections.join('\n')}</main><script>${SCRIPT}</script></body></html>`
}
