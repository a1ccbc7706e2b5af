/** Style of the HTML report: system fonts, both colour schemes, one column on a phone, paper without the filters. */
export const HTML_STYLE = `
:root { color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171c); --raised: light-dark(#f5f6f8, #1d2229); --ink: light-dark(#1a1f27, #e8ebf0);
  --soft: light-dark(#4d5766, #a8b2c0); --line: light-dark(#d6dae1, #343c48); --focus: light-dark(#0b57d0, #8ab4f8);
  --required: light-dark(#b3261e, #ff8a80); --quiet: light-dark(#8a5200, #ffb74d); --decision: light-dark(#5b3fb5, #b39ddb);
  --cleanup: light-dark(#4a5568, #a0aec0); --none: light-dark(#4a5568, #a0aec0); --on: light-dark(#ffffff, #14171c); }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 3rem; max-width: 76rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 2rem 0 .75rem }
.lead { margin: 0 0 1.25rem; color: var(--soft); font-size: 1.05rem }
code, .path, .place { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; overflow-wrap: anywhere }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 0; padding: 0 }
.tile { display: grid; align-content: start; padding: .75rem 1rem; background: var(--raised); border-left: .3rem solid; border-radius: .3rem }
.tile strong { font-size: 1.8rem; line-height: 1.2; color: var(--ink) } .tile span { color: var(--ink); font-weight: 600 } .tile small { color: var(--soft) }
.tile.required { border-color: var(--required) } .tile.quiet { border-color: var(--quiet) }
.tile.decision { border-color: var(--decision) } .tile.cleanup { border-color: var(--cleanup) }
progress { width: 100%; height: .8rem; accent-color: var(--focus) }
.scroll { overflow-x: auto } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top }
thead th { font-size: .85rem; color: var(--soft); font-weight: 600; white-space: nowrap }
.chart th[scope=row] { font-weight: 500; overflow-wrap: anywhere } .wide { width: 40% } .number { text-align: right; font-variant-numeric: tabular-nums }
.total { font-weight: 700 } .nil { color: var(--soft) }
.bar { height: 1.1rem; margin-top: .2rem } .bar div { display: flex; height: 100%; min-width: 2px; gap: 1px }
.bar .required, .key.required { background: var(--required) } .bar .quiet, .key.quiet { background: var(--quiet) }
.bar .decision, .key.decision { background: var(--decision) } .bar .cleanup, .key.cleanup { background: var(--cleanup) }
.key { display: inline-block; width: .7em; height: .7em; margin-right: .35em; border-radius: 2px }
.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .75rem }
.filters label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft) } .filters output { color: var(--soft) }
input, select { font: inherit; min-height: 2.5rem; padding: .3rem .6rem; color: var(--ink); background: var(--raised); border: 1px solid var(--soft); border-radius: .3rem; max-width: 100% }
details.file { border: 1px solid var(--line); border-radius: .3rem; margin-bottom: .5rem }
summary { padding: .6rem .8rem; cursor: pointer; background: var(--raised); border-radius: .3rem }
summary .path { font-weight: 600 } .owners { color: var(--soft); margin-left: .75rem } .count { float: right; font-variant-numeric: tabular-nums }
.findings td p { margin: .25rem 0 0; color: var(--soft) } .findings td small { color: var(--soft) } .rule { color: var(--soft) }
.badge { display: inline-block; padding: .05rem .5rem; border-radius: 1rem; color: var(--on); font-size: .8rem; font-weight: 600; white-space: nowrap }
.badge.required { background: var(--required) } .badge.quiet { background: var(--quiet) } .badge.decision { background: var(--decision) }
.badge.cleanup, .badge.none { background: var(--cleanup) }
.plain { padding-left: 1.1rem } .plain .path { font-weight: 600 } footer { margin-top: 3rem; color: var(--soft); font-size: .9rem }
[hidden] { display: none !important }
@media (max-width: 44rem) { .chart thead, .findings thead { display: none } .chart tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .chart th[scope=row], .chart .wide { flex: 1 1 100%; width: 100%; border: 0 } .chart td { border: 0 } .chart .number::before { content: attr(data-label) " "; color: var(--soft) } .findings tr { display: grid; padding: .5rem .6rem; border-bottom: 1px solid var(--line) }
  .findings td { border: 0; padding: .15rem 0 } .chart th, .chart td { padding: 0; font-size: .85rem } .filters label { flex: 1 1 100% } }
@media print { .filters { display: none } details.file { break-inside: avoid } }
`
