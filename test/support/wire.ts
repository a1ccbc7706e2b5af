/** One block of a scenario file. */
export interface Block {
  readonly mark: '!' | '>' | '>>' | '<<' | '<'
  /** `POST /v1/templates`, `201`, or an operator's option. */
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty where there is none. */
  readonly body: string
}

const START = /^(>>|<<|>|<|!) (.+)$/

/** Reads a scenario file into its blocks. @throws {Error} naming the line that belongs to no block */
export const readWire = (text: string): Block[] => {
  const blocks: { mark: Block['mark']; line: string; rest: string[] }[] = []
  for (const line of text.split('\n')) {
    const start = START.exec(line)
    if (start) blocks.push({ mark: start[1] as Block['mark'], line: start[2] as string, rest: [] })
    else if (blocks.length > 0) blocks.at(-1)?.rest.push(line)
    else if (line !== '' && !line.startsWith('#')) throw new Error(`belongs to no block: ${line}`)
  }
  return blocks.map(({ mark, line, rest }) => ({ mark, line, ...readRest(rest) }))
}

const readRest = (lines: readonly string[]) => {
  const said = lines.filter((line) => !line.startsWith('#'))
  const from = said.findIndex((line) => !/^[a-z-]+: /i.test(line))
  const headers = said.slice(0, from < 0 ? undefined : from).map((line) => line.split(/: (.*)/s, 2))
  const body = from < 0 ? '' : said.slice(from).join('\n').trim()
  return { headers: Object.fromEntries(headers) as Record<string, string>, body }
}

/** A body for comparison: JSON where it is JSON. */
export const readWireBody = (body: string | undefined): unknown => {
  if (body === undefined || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
