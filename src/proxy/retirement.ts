import { retirements } from '../../mappings/hosts.ts'

const seconds = (day: string) => Date.parse(day) / 1000

/** What every answer of a retired API carries: RFC 9745 Deprecation, RFC 8594 Sunset, RFC 8288 Link. */
export const retirementHeaders = (api: keyof typeof retirements): Readonly<Record<string, string>> => {
  const { deprecated, sunset, successor } = retirements[api].is
  return {
    deprecation: `@${seconds(deprecated)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${successor}>; rel="successor-version"`,
  }
}
