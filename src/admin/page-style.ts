/** The operator's pages: one file each, nothing fetched; dark where the reader's system is, one column on a phone. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 22%,transparent);--soft:color-mix(in srgb,currentColor 72%,transparent);--accent:light-dark(#0b57d0,#8ab4f8);--good:light-dark(#0b6b3a,#7bd8a4);--bad:light-dark(#a3361d,#ffab91)}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:auto;padding:1rem;background:Canvas;color:CanvasText}
a{color:var(--accent)}h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}nav{display:flex;gap:1rem;flex-wrap:wrap}
.verdict{border:1px solid var(--line);border-left:.4rem solid var(--bad);border-radius:6px;padding:.75rem 1rem;margin:1rem 0}.verdict.yes{border-left-color:var(--good)}
.verdict b{font-size:1.25rem;display:block}.soft{color:var(--soft)}code{font-size:.9em;overflow-wrap:anywhere}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer;display:grid;grid-template-columns:minmax(10rem,1.4fr) minmax(6rem,1fr) 6rem 8rem auto;gap:.25rem 1rem;align-items:center}
summary{position:relative;padding-left:1.25rem}summary::before{content:'▸';position:absolute;left:0;top:0;color:var(--accent)}details[open]>summary::before{content:'▾'}summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}svg{fill:var(--accent);stroke:none;max-width:100%}svg path{fill:none;stroke:var(--line)}
summary>*{min-width:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-top:1px solid var(--line)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
td:first-child,td:last-child{min-width:12rem}time{white-space:nowrap}
ul{margin:0;padding:0;list-style:none}.wide{overflow-x:auto}
@media(max-width:42rem){summary{grid-template-columns:1fr 1fr}}`
