import type { Route } from '../../../mappings/dsl/route.ts'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { wordsOf } from '../../sites/texts/route.ts'

/** An operation of the old API that a line names without a host, and what it is now. */
export interface SaidPath {
  /** `POST /v1/pods/{podId}/stop` */
  readonly v1: string
  readonly v2: string
}

/** Finds the operations that calls of a program left, in lines of prose: `POST /v1/pods/{podId}/stop`, `GET {{base}}/v1/pods`. */
export const pathsSaid = (routes: readonly Route[]): ((line: string) => SaidPath | undefined) => {
  const wanted = [...new Set(routes)].map((route) => ({ route, pattern: patternOf(route) }))
  return (line) => {
    for (const { route, pattern } of wanted) {
      const { old, v2 } = route
      if (pattern.test(line)) return { v1: `${old.method} ${old.path}`, v2: `${v2.method} ${v2.path}` }
    }
    return undefined
  }
}

const HOST = hostProfiles.runpod.is.v1.replaceAll('.', '\\.')

/** With its version, whoever asks; without it only behind its method, and where v2 has another path. */
const patternOf = ({ old, v2 }: Route): RegExp => {
  const words = wordsOf(old.path)
  const path = words.map((word) => `/${word ?? '[^/\\s`\'"|)?]+'}`).join('')
  const method = `\\b${old.method}\\b[\\s\`'"*]+(?:\\{\\{\\w+\\}\\}|\\$\\{?\\w+\\}?|${HOST})?`
  const isSame = words.join() === wordsOf(v2.path).join()
  return new RegExp(`${method}${isSame ? '/v1' : '(?:/v1)?'}${path}(?![\\w/}>-])`)
}
