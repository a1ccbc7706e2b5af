import { html, raw } from 'hono/html'
import { PAGE_STYLE } from './page-style.ts'
import { sparkline } from './sparkline.ts'
import {
  type ConsumerUse,
  type OperationUse,
  SHOWN_DAYS,
  type SwitchOff,
  type UsageReport,
} from './usage/report.ts'

/** What else the listener serves, for the links at the top and beside each rule. */
export interface PageLinks {
  /** The page that explains a rule; left out where no reference is mounted. */
  readonly ruleHref?: (rule: string) => string
  /** Further pages: path and text. */
  readonly pages: readonly (readonly [path: string, text: string])[]
}

const ago = (days: number): string => {
  if (days === 0) return 'within a day'
  return days === 1 ? '1 day ago' : `${days} days ago`
}

const time = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`

const verdict = ({ can, why, daysSinceLastCall }: SwitchOff) =>
  html`<section class="verdict ${can ? 'yes' : 'no'}"><b>Can the proxy be switched off? ${can ? 'Yes.' : 'Not yet.'}</b>
<p>${why}</p><p class="soft">Last legacy call: ${daysSinceLastCall === null ? 'none on record' : ago(daysSinceLastCall)}.</p></section>`

const rules = ({ rules: used }: OperationUse, { ruleHref }: PageLinks) =>
  html`<ul>${used.map(({ rule, notes }) => {
    const name = html`<code>${rule}</code>`
    const linked = ruleHref && rule !== 'other' ? html`<a href="${ruleHref(rule)}">${name}</a>` : name
    return html`<li>${linked} <span class="soft">${notes}</span></li>`
  })}</ul>`

const operationRow = (use: OperationUse, links: PageLinks) =>
  html`<tr><td><code>${use.operation}</code></td><td class="n">${use.calls}</td><td>${time(use.firstSeen)}</td><td>${time(use.lastSeen)}</td><td>${rules(use, links)}</td></tr>`

const calls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`)

/** A caller that names no program has the family `none`. */
const programs = ({ clients }: ConsumerUse): string =>
  clients.map((family) => (family === 'none' ? 'no User-Agent' : family)).join(', ')

const consumer = (use: ConsumerUse, links: PageLinks) =>
  html`<details><summary><code>${use.consumer}</code><span>${programs(use)}</span><span>${calls(use.calls)}</span><span>${ago(use.daysSinceLastCall)}</span>${sparkline(use.days, `Calls a day, the last ${SHOWN_DAYS} days`)}</summary>
<div class="wide" role="region" tabindex="0" aria-label="Operations of ${use.consumer}"><table><thead><tr><th>Operation</th><th class="n">Calls</th><th>First</th><th>Last</th><th>Rules it touches</th></tr></thead><tbody>${use.operations.map((one) => operationRow(one, links))}</tbody></table></div></details>`

const none = html`<p>No legacy call has been recorded yet. Point a client at the proxy's port, and it will show here.</p>`

/** Consumers that are shown: with thousands the page would be tens of megabytes, and making it would hold callers up. */
const MOST_SHOWN = 200

const consumers = (all: readonly ConsumerUse[], links: PageLinks) => {
  if (all.length === 0) return none
  const beyond = all.length - MOST_SHOWN
  const rest =
    beyond > 0
      ? html`<p>${beyond} more called longest ago: <a href="/usage">all of them, as JSON</a>.</p>`
      : ''
  return html`${all.slice(0, MOST_SHOWN).map((one) => consumer(one, links))}${rest}`
}

/** The page at `/`: whether the proxy can go, and who still needs it. Needs no script and fetches nothing. */
export const usagePage = (report: UsageReport, links: PageLinks) =>
  html`${raw('<!doctype html>')}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>upshift: who still calls what</title><style>${raw(PAGE_STYLE)}</style></head><body>
<header><h1>upshift</h1><nav>${links.pages.map(([path, text]) => html`<a href="${path}">${text}</a>`)}</nav></header>
<main>${verdict(report.switchOff)}
<h2>Who still calls the old APIs</h2>
<p class="soft">A consumer is an API key, shown as a fingerprint that cannot be turned back into it; <code>rejected</code> are keys that v2 refused, <code>anonymous</code> calls came without one. Bars: the last ${SHOWN_DAYS} days. Open a consumer to see its operations and the rules they touch.</p>
${consumers(report.consumers, links)}
</main><footer class="soft"><p>Watched since ${time(report.watchedSince)}. As of ${time(report.generatedAt)}.</p></footer></body></html>`
