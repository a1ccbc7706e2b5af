import { html } from 'hono/html'
import type { DayCount } from './usage/report.ts'

const BAR = 4 // units wide, gap included
const HEIGHT = 24 // units

const plural = (calls: number): string => `${calls} call${calls === 1 ? '' : 's'}`

/** A bar a day, scaled to the busiest; a day with any call is at least one unit high, so that it shows. */
export const sparkline = (days: readonly DayCount[], label: string) => {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const bars = days.map(({ day, calls }, at) => {
    const height = calls === 0 ? 0 : Math.max(1, Math.round((calls / most) * (HEIGHT - 1)))
    return html`<rect x="${at * BAR}" y="${HEIGHT - height}" width="${BAR - 1}" height="${height}"><title>${day}: ${plural(calls)}</title></rect>`
  })
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${days.length * BAR} ${HEIGHT}" width="${days.length * BAR}" height="${HEIGHT}"><path d="M0 ${HEIGHT - 0.5}h${days.length * BAR}" />${bars}</svg>`
}
