/** Style of the reference page: system fonts, both colour schemes, one column on a phone. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171c); --raised: light-dark(#f5f6f8, #1d2229); --ink: light-dark(#1a1f27, #e8ebf0);
  --soft: light-dark(#4d5766, #a8b2c0); --line: light-dark(#d6dae1, #343c48); --link: light-dark(#0b4fb3, #9cc2ff);
  --moved: light-dark(#0b57d0, #8ab4f8); --gone: light-dark(#b3261e, #ff8a80); --served: light-dark(#5b3fb5, #b39ddb) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
header { position: sticky; top: 0; z-index: 1; padding: .75rem clamp(1rem, 4vw, 2rem); background: var(--ground); border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: end }
h1 { font-size: 1.25rem; margin: 0; flex: 1 1 16rem } h2 { font-size: 1.4rem; margin: 2.5rem 0 .5rem } h3 { margin: 1.75rem 0 .5rem } h4, .row h3 { font-size: 1rem; margin: 0; font-weight: 600 }
#search { display: grid; gap: .15rem; flex: 1 1 20rem } label, output { font-size: .85rem; color: var(--soft) }
input { font: inherit; min-height: 2.5rem; padding: .3rem .6rem; width: 100%; color: var(--ink); background: var(--raised); border: 1px solid var(--soft); border-radius: .3rem }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2rem; padding: 0 clamp(1rem, 4vw, 2rem); max-width: 84rem }
nav { position: sticky; top: 5.5rem; align-self: start; padding: 1.5rem 0 1rem; max-height: calc(100vh - 5.5rem); overflow-y: auto } nav .api { margin: 1rem 0 .25rem } nav ul { list-style: none; margin: 0; padding: 0 } nav a { display: block; padding: .25rem 0 }
a { color: var(--link) } .skip { position: absolute; left: -100vw } .skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--ground); padding: .5rem }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px } main:focus { outline: none }
.api { font-size: .85rem; font-weight: 400; color: var(--soft) }
.row { padding: .6rem .9rem; border-left: .25rem solid var(--line); background: var(--raised); border-radius: .25rem; margin-bottom: .5rem; scroll-margin-top: 7rem }
.row:target { outline: 2px solid var(--link) } .row p { margin: .2rem 0 0 } .row b { color: var(--soft); font-weight: 600 } .row b:empty { display: none }
.row.renamed, .row.filled, .row.operation { border-color: var(--moved) } .row.dropped, .row.refused { border-color: var(--gone) } .row.served { border-color: var(--served) }
.verb { font-size: .8rem; font-weight: 500; color: var(--soft); margin-left: .4rem } .rule { font-size: .85rem; color: var(--soft) }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere }
.examples { margin: .3rem 0 0; padding-left: 1.1rem } .examples li { font-size: .95rem }
.sides { margin-bottom: .75rem } summary { cursor: pointer; padding: .4rem 0; color: var(--link) }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } figure { margin: 0; min-width: 0 } figcaption { font-weight: 600 }
pre { margin: .3rem 0 0; padding: .75rem; overflow: auto; max-height: 32rem; background: var(--raised); border: 1px solid var(--line); border-radius: .3rem }
pre code { overflow-wrap: normal } footer { padding: 2rem clamp(1rem, 4vw, 2rem); color: var(--soft) } [hidden] { display: none !important }
@media (max-width: 48rem) { header { position: static } .columns { grid-template-columns: minmax(0, 1fr); gap: 0 } nav { position: static; padding-top: 0; max-height: none }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem } .pair { grid-template-columns: minmax(0, 1fr) } .row { scroll-margin-top: 1rem } }
@media print { header, nav { position: static } #search { display: none } }
`
