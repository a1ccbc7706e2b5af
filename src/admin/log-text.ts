const WIDTH = 5 // characters of the longest level

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** One line of JSON as people read it: time, level, message, then what is left as name=value. */
export const textLine = (line: string): string => {
  const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>
  const head = `${String(time)} ${String(level).toUpperCase().padEnd(WIDTH)}`
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${say(value)}`)
  return `${[head, ...(msg === undefined ? [] : [String(msg)]), ...fields].join(' ')}\n`
}
