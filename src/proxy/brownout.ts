import { retirements } from '../../mappings/hosts.ts'
import { ProxyError } from './errors.ts'
import type { Trace } from './exchange.ts'
import { notesHeader } from './notes.ts'
import { retirementHeaders } from './retirement.ts'

/** An API that is, or will be, switched off. */
export type RetiringApi = keyof typeof retirements

/** One rehearsal of a switch-off: gone for the first `gone` milliseconds of every `period`. */
export interface Brownout {
  readonly api: RetiringApi
  readonly gone: number
  readonly period: number
}

/** A schedule that cannot be read; the message says what one looks like. */
export class BrownoutError extends Error {
  override readonly name = 'BrownoutError'
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const SCHEDULE = /^(\w+)@(\d{1,6})([smhd])\/(\d{1,6})([smhd])$/
const APIS = Object.keys(retirements)

const isApi = (name: string): name is RetiringApi => APIS.includes(name)

const readOne = (text: string): Brownout => {
  const [, api = '', gone, goneUnit = '', period, periodUnit = ''] = SCHEDULE.exec(text) ?? []
  if (!isApi(api))
    throw new BrownoutError(
      `"${text}" is no brownout: write API@DURATION/PERIOD, like graphql@10m/1h, with ${APIS.join(' or ')} and the units s, m, h, d`,
    )
  const read = {
    api,
    gone: Number(gone) * (UNITS[goneUnit] ?? 0),
    period: Number(period) * (UNITS[periodUnit] ?? 0),
  }
  if (read.gone === 0 || read.gone > read.period)
    throw new BrownoutError(`"${text}": the duration must be more than nothing and no longer than the period`)
  return read
}

/**
 * Reads schedules such as `graphql@10m/1h`, one an API.
 * @throws {BrownoutError}
 */
export const readBrownouts = (texts: readonly string[]): readonly Brownout[] => {
  const read = texts.map(readOne)
  const twice = read.find(({ api }, at) => read.findIndex((one) => one.api === api) !== at)
  if (twice) throw new BrownoutError(`${twice.api} has two brownouts: name one schedule for each API`)
  return read
}

/** @returns the refusal of a call of that dialect now; undefined while the API is there. */
export type BrownoutCheck = (trace: Trace) => ProxyError | undefined

const REHEARSAL = 'This is a rehearsal of the day it is switched off'

const refusalOf = (api: RetiringApi, trace: Trace): ProxyError => {
  const why = `${REHEARSAL} (${retirements[api].is.said}). Nothing was sent.`
  const rule = `${api}.brownout`
  trace.operation = rule
  trace.notes.push({ code: 'REFUSED', rule, at: api, why })
  const notes = notesHeader(trace.notes)
  return new ProxyError('BROWNOUT', why, {
    headers: { ...retirementHeaders(api), ...(notes && { 'upshift-notes': notes }) },
  })
}

/**
 * Holds calls against the schedules. Windows begin with the clock's own hours and days (UTC), so that several
 * instances agree and a restart changes nothing; nothing is kept, so a clock that jumps only moves the window.
 * @param now milliseconds since 1970
 */
export const createBrownoutCheck = (
  brownouts: readonly Brownout[],
  now: () => number,
): BrownoutCheck | undefined => {
  if (brownouts.length === 0) return undefined
  return (trace) => {
    const one = brownouts.find(({ api }) => api === trace.dialect)
    return one && now() % one.period < one.gone ? refusalOf(one.api, trace) : undefined
  }
}
