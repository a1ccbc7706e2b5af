import { REFERENCE_SCRIPT } from './html-script.ts'
import { REFERENCE_STYLE } from './html-style.ts'
import {
  FACET_WORDS,
  type ReferenceFacet,
  type ReferenceModel,
  type ReferenceOperation,
  type ReferenceResource,
  type ReferenceRow,
  VERB_WORDS,
} from './model.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (value: string): string => value.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
const code = (value: string): string => (value === '' ? '' : `<code>${text(value)}</code>`)
const idOf = (resource: ReferenceResource): string => `page-${resource.id}`

/** Names in a sentence stand between backticks, as in the Markdown pages. */
const prose = (value: string): string => text(value).replace(/`([^`]+)`/g, '<code>$1</code>')

const paragraph = (label: string, value: string): string =>
  value === '' ? '' : `<p><b>${label}</b> ${prose(value)}</p>`

const example = ({ examples }: ReferenceRow): string =>
  examples.length === 0
    ? ''
    : `<ul class="examples">${examples
        .slice(0, 4)
        .map(({ old, v2 }) => `<li>${code(old)} <span aria-label="becomes">→</span> ${code(v2)}</li>`)
        .join('')}</ul>`

const arrow = ({ old, v2, verb }: ReferenceRow): string => {
  if (verb === 'filled' || verb === 'hidden') return code(v2)
  return v2 === '' ? code(old) : `${code(old)} <span aria-label="becomes">→</span> ${code(v2)}`
}

const row = (one: ReferenceRow): string =>
  `<article class="row ${one.verb}" id="${text(one.anchor)}"><h4>${arrow(one)} <span class="verb">${VERB_WORDS[one.verb]}</span></h4>${[
    paragraph('', one.why),
    one.default === '' ? '' : `<p><b>Default written</b> ${code(one.default)}</p>`,
    paragraph('Value', one.loss),
    paragraph('The proxy', one.behaviour),
    paragraph('When', one.when),
    example(one),
  ].join('')}<p class="rule"><a href="#${text(one.anchor)}"><code>${text(one.rule)}</code></a></p></article>`

const side = (title: string, value: unknown): string =>
  `<figure><figcaption>${title}</figcaption><pre tabindex="0"><code>${text(JSON.stringify(value, undefined, 2))}</code></pre></figure>`

const facet = (
  resource: ReferenceResource,
  { facet: name, rows, example: shown }: ReferenceFacet,
): string => {
  const id = `${resource.id}.${name}`
  const notes =
    shown && shown.notes.length > 0
      ? `<p><b>Reported</b></p><ul>${shown.notes.map((note) => `<li>${text(note)}</li>`).join('')}</ul>`
      : ''
  const both = shown
    ? `<details class="sides"><summary>Side by side</summary><div class="pair">${side(apiName(resource), shown.old)}${side('REST v2', shown.v2)}</div>${notes}</details>`
    : ''
  return `<section><h3 id="facet-${id}">${FACET_WORDS[name]}</h3>${both}<div class="rows">${rows.map(row).join('')}</div></section>`
}

const apiName = ({ api }: ReferenceResource): string => (api === 'v1' ? 'REST v1' : 'GraphQL')

const operation = ({ id, old, v2, answer, gone, behaviours }: ReferenceOperation): string =>
  `<article class="row operation${gone === '' ? '' : ' refused'}" id="${text(id)}"><h4>${code(old)} <span aria-label="becomes">→</span> ${gone === '' ? v2.map(code).join(', ') || '<span class="verb">its parts</span>' : '<span class="verb">none</span>'}</h4>${paragraph('', gone)}${paragraph('Answer', answer)}${behaviours.map((one) => paragraph('The proxy', one)).join('')}<p class="rule"><a href="#${text(id)}"><code>${text(id)}</code></a></p></article>`

const page = (resource: ReferenceResource): string =>
  `<section class="page" aria-labelledby="${idOf(resource)}"><h2 id="${idOf(resource)}">${text(resource.title)} <span class="api">${apiName(resource)}</span></h2>${
    resource.operations.length === 0
      ? ''
      : `<section><h3 id="operations-${resource.id}">Operations</h3><div class="rows">${resource.operations.map(operation).join('')}</div></section>`
  }${resource.facets.map((one) => facet(resource, one)).join('')}</section>`

const facts = ({ facts: all }: ReferenceModel): string =>
  all.length === 0
    ? ''
    : `<section class="page" aria-labelledby="facts"><h2 id="facts">Facts that age</h2><div class="rows">${all.map(({ what, is, asOf, source }) => `<article class="row"><h3>${text(what)}</h3><p>${text(is)}</p><p class="rule">As of ${asOf}: ${text(source)}</p></article>`).join('')}</div></section>`

const links = (items: readonly (readonly [id: string, title: string])[]): string =>
  `<ul>${items.map(([id, title]) => `<li><a href="#${id}">${text(title)}</a></li>`).join('')}</ul>`

/** Both APIs have pods and templates: the list says whose. */
const contents = ({ resources, facts: all }: ReferenceModel): string =>
  [...new Set(resources.map(apiName))]
    .map((api) => {
      const own = resources.filter((one) => apiName(one) === api)
      return `<p class="api">${api}</p>${links(own.map((one) => [idOf(one), one.title]))}`
    })
    .join('') + (all.length === 0 ? '' : `<p class="api">Both</p>${links([['facts', 'Facts that age']])}`)

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** The reference as one page: search, anchors for every rule, no request to anywhere. */
export const htmlReference = (model: ReferenceModel): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>From the legacy APIs to REST v2</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the rows</a>
<header>
<h1>From the legacy APIs to REST v2</h1>
<form role="search" id="search" aria-label="Rows"><label for="find">Search fields, paths, rules, reasons</label><input id="find" type="search" autocomplete="off" placeholder="a name, a path, a rule"><output for="find" id="shown"></output></form>
</header>
<div class="columns">
<nav aria-label="Resources">${contents(model)}</nav>
<main id="content" tabindex="-1">
${model.resources.map(page).join('\n')}
${facts(model)}
<p id="nothing" hidden>No row has all of these words.</p>
</main>
</div>
<footer><p>Generated from the mapping: every warning, error and finding names one of these rules.</p></footer>
<script>${REFERENCE_SCRIPT}</script>
</body>
</html>
`
