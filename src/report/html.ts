import { HTML_SCRIPT } from './html-script.ts'
import { HTML_STYLE } from './html-style.ts'
import type { ReportFinding, ReportModel } from './model.ts'
import { ownersOf, type Summary, summarise, type Tally } from './summary.ts'
import { CLASS_WORDS, count, DRAWER_WORDS, skipWords } from './words.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML: everything a report shows comes from somebody's repository. */
export const text = (value: string | number): string =>
  String(value).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const COUNTED = ['required', 'quiet', 'decision', 'cleanup'] as const

const bar = ({ classes, total }: Tally, largest: number): string => {
  const segments = COUNTED.filter((name) => classes[name] > 0).map(
    (name) => `<span class="${name}" style="flex-grow:${classes[name]}"></span>`,
  )
  return `<div class="bar" aria-hidden="true"><div style="width:${((100 * total) / largest).toFixed(1)}%">${segments.join('')}</div></div>`
}

const chart = (id: string, title: string, tallies: readonly Tally[]): string => {
  const largest = Math.max(1, ...tallies.map(({ total }) => total))
  const rows = tallies.map(
    (tally) =>
      `<tr><th scope="row">${text(tally.label)}</th><td class="wide">${bar(tally, largest)}</td>${COUNTED.map((name) => `<td class="number" data-label="${CLASS_WORDS[name].title}">${tally.classes[name] || '<span class="nil">0</span>'}</td>`).join('')}<td class="number total" data-label="All">${tally.total}</td></tr>`,
  )
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="chart"><thead><tr><th scope="col">${title.replace(/^By /, '')}</th><td class="wide"></td>${COUNTED.map((name) => `<th scope="col" class="number"><span class="key ${name}" aria-hidden="true"></span>${CLASS_WORDS[name].title}</th>`).join('')}<th scope="col" class="number">All</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

const tiles = ({ byClass }: Summary): string =>
  `<ul class="tiles">${COUNTED.map((name) => `<li class="tile ${name}"><strong>${byClass[name]}</strong><span>${CLASS_WORDS[name].title}</span><small>${CLASS_WORDS[name].means}</small></li>`).join('')}</ul>`

const progress = ({ baseline }: ReportModel): string => {
  if (!baseline) return ''
  const done = baseline.total === 0 ? 100 : Math.round((100 * baseline.fixed) / baseline.total)
  return `<section aria-labelledby="progress"><h2 id="progress">Progress since the baseline</h2><p>${baseline.fixed} of ${baseline.total} done (${done} %), ${baseline.known} still there, ${baseline.fresh} new.</p><progress max="100" value="${done}" aria-labelledby="progress">${done} %</progress></section>`
}

const row = (finding: ReportFinding): string =>
  `<tr data-class="${finding.class}" data-drawer="${finding.drawer}" data-owner="${text(ownersOf(finding).join(' '))}" data-fix="${finding.fix}"><td class="place">${finding.line}:${finding.column}</td><td><span class="badge ${finding.class}">${CLASS_WORDS[finding.class].title}</span></td><td><code>${text(finding.old)}</code>${finding.v2 === '' ? '' : ` <span aria-label="becomes">→</span> <code>${text(finding.v2)}</code>`}<p>${text(finding.why)}</p></td><td>${finding.fix}<br><small>${finding.confidence} confidence${finding.state === 'known' ? ', in the baseline' : ''}</small></td><td><code class="rule">${text(finding.rule)}</code></td></tr>`

const fileSection = (file: string, findings: readonly ReportFinding[], open: boolean): string =>
  `<details class="file"${open ? ' open' : ''}><summary><span class="path">${text(file)}</span> <span class="owners">${text(ownersOf(findings[0] as ReportFinding).join(', '))}</span> <span class="count">${findings.length}</span></summary><div class="scroll" tabindex="0" role="group" aria-label="Findings in ${text(file)}"><table class="findings"><thead><tr><th scope="col">Place</th><th scope="col">Class</th><th scope="col">Change</th><th scope="col">Fix</th><th scope="col">Rule</th></tr></thead><tbody>${findings.map(row).join('')}</tbody></table></div></details>`

const select = (id: string, label: string, options: readonly (readonly [string, string])[]): string =>
  `<label for="${id}">${label}<select id="${id}"><option value="">all</option>${options.map(([value, name]) => `<option value="${text(value)}">${text(name)}</option>`).join('')}</select></label>`

const filters = (summary: Summary): string =>
  `<form id="filters" class="filters" role="search" aria-label="Findings">${[
    '<label for="find">Search<input id="find" type="search" placeholder="file, field or rule" autocomplete="off"></label>',
    select(
      'class',
      'Class',
      COUNTED.map((name) => [name, CLASS_WORDS[name].title]),
    ),
    select(
      'drawer',
      'Part',
      summary.byDrawer.map(({ label }) => [label, DRAWER_WORDS[label as ReportFinding['drawer']]]),
    ),
    select(
      'owner',
      'Owner',
      summary.byOwner.map(({ label }) => [label, label]),
    ),
  ].join('')}<output id="shown" for="find class drawer owner"></output></form>`

const FEW = 12

const findings = (summary: Summary): string => {
  if (summary.open.length === 0) return ''
  const sections = summary.files.map((file) =>
    fileSection(
      file,
      summary.open.filter((finding) => finding.file === file),
      summary.files.length <= FEW,
    ),
  )
  return `<section aria-labelledby="findings"><h2 id="findings">Findings</h2>${filters(summary)}${sections.join('')}</section>`
}

const list = (id: string, title: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${items.length})</h2><ul class="plain">${items.map((item) => `<li>${item}</li>`).join('')}</ul></section>`

const suppressed = (all: readonly ReportFinding[]): readonly string[] =>
  all.map(
    ({ file, line, old, suppressed }) =>
      `<span class="path">${text(file)}:${line}</span> <code>${text(old)}</code> ${text(suppressed?.reason || 'no reason given')}${suppressed?.until ? ` (until ${text(suppressed.until)})` : ''}`,
  )

const body = (model: ReportModel, summary: Summary): string =>
  [
    `<header><h1>Migration to REST v2: what is left</h1><p class="lead">${summary.open.length === 0 ? `Nothing left to migrate in ${count(model.files, 'file')}.` : `${count(summary.open.length, 'finding')} in ${count(summary.files.length, 'file')}, out of ${count(model.files, 'file')} read.`}</p></header><main>`,
    tiles(summary),
    progress(model),
    ...(summary.open.length === 0
      ? []
      : [
          chart(
            'parts',
            'By part',
            summary.byDrawer.map((one) => ({
              ...one,
              label: DRAWER_WORDS[one.label as ReportFinding['drawer']],
            })),
          ),
          chart('directories', 'By directory', summary.byDirectory),
          chart('owners', 'By owner', summary.byOwner),
        ]),
    findings(summary),
    list('kept', 'Kept on purpose', suppressed(summary.kept)),
    list('ignored', 'Marked false positives', suppressed(summary.ignored)),
    list('listed', 'Leave alone', [
      ...new Set(
        summary.listed.map(
          ({ file, drawer }) => `<span class="path">${text(file)}</span> ${DRAWER_WORDS[drawer]}`,
        ),
      ),
    ]),
    list(
      'skipped',
      'Not read',
      model.skipped.map(({ path, why }) => `<span class="path">${text(path)}</span> ${skipWords(why)}`),
    ),
    `</main><footer><p>upshift ${text(model.tool.version)}, ${text(model.command)} of ${text(model.paths.join(', '))}</p></footer>`,
  ].join('\n')

/** Nothing may be fetched: the page is one file, and reports travel to where there is no network. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A page of its own for people: the distribution, the progress and every finding, searchable. */
export const htmlReport = (model: ReportModel): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<title>Migration to REST v2: what is left</title>
<style>${HTML_STYLE}</style>
</head>
<body>
${body(model, summarise(model))}
<script>${HTML_SCRIPT}</script>
</body>
</html>
`
