import { InputError, type LegacyRequest } from './legacy-request.ts'
import { ShellError, shellCommand } from './shell-words.ts'

/** Reads a local file that curl would send (`-d @body.json`); undefined where there is none. */
export type ReadFile = (path: string) => string | undefined

/** Options that take a value and say nothing about the request. */
const VALUED = new Set([
  ...[
    '-o',
    '-w',
    '-m',
    '-A',
    '-e',
    '-b',
    '-c',
    '-E',
    '-x',
    '-K',
    '-D',
    '-C',
    '-r',
    '-y',
    '-Y',
    '-z',
    '-t',
    '-P',
    '-Q',
    '-U',
  ],
  ...[
    '--output',
    '--write-out',
    '--max-time',
    '--connect-timeout',
    '--user-agent',
    '--referer',
    '--cookie',
    '--cookie-jar',
  ],
  ...[
    '--cert',
    '--key',
    '--cacert',
    '--capath',
    '--proxy',
    '--config',
    '--dump-header',
    '--retry',
    '--retry-delay',
    '--retry-max-time',
  ],
  ...[
    '--resolve',
    '--connect-to',
    '--interface',
    '--limit-rate',
    '--max-redirs',
    '--proxy-user',
    '--range',
    '--tls-max',
    '--ciphers',
  ],
])

/** Options that stand alone, as far as they matter for telling them from those that take a value. */
const BODY = new Set([
  '-d',
  '--data',
  '--data-ascii',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
])
const FORM = new Set(['-F', '--form', '--form-string', '-T', '--upload-file'])

interface Draft {
  method?: string
  get: boolean
  head: boolean
  readonly headers: Record<string, string>
  readonly data: string[]
  /** What may be its URL, as they came. */
  readonly named: string[]
  readonly query: string[]
}

/** `-sSXPOST` is `-s -S -X POST`; `--request=POST` is `--request POST`. */
const spread = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const long = /^(--[\w-]+)=([\s\S]*)$/.exec(word)
    if (long) return [long[1] ?? '', long[2] ?? '']
    if (!/^-[A-Za-z]./.test(word)) return [word]
    const out: string[] = []
    for (let at = 1; at < word.length; at++) {
      const flag = `-${word[at]}`
      out.push(flag)
      if (takesValue(flag)) {
        if (at + 1 < word.length) out.push(word.slice(at + 1))
        break
      }
    }
    return out
  })

const takesValue = (flag: string): boolean =>
  VALUED.has(flag) ||
  BODY.has(flag) ||
  FORM.has(flag) ||
  ['-X', '--request', '-H', '--header', '-u', '--user', '--url', '--oauth2-bearer', '--url-query'].includes(
    flag,
  )

const dataOf = (flag: string, value: string, stdin: string | undefined, readFile: ReadFile): string => {
  if (flag === '--data-raw' || !value.startsWith('@'))
    return flag === '--data-urlencode' ? encodePair(value) : value
  const path = value.slice(1)
  const text = path === '-' ? stdin : readFile(path)
  if (text === undefined)
    throw new InputError(
      path === '-'
        ? 'the body comes from standard input: paste it as a here-document'
        : `the body is in ${path}, which is not here: paste its content`,
    )
  return flag === '--data-binary' || flag === '--json' ? text : text.replace(/[\r\n]/g, '')
}

const encodePair = (value: string): string => {
  const at = value.indexOf('=')
  return at < 0
    ? encodeURIComponent(value)
    : `${value.slice(0, at + 1)}${encodeURIComponent(value.slice(at + 1))}`
}

const addHeader = (draft: Draft, line: string): void => {
  const at = line.indexOf(':')
  if (at > 0) draft.headers[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim()
}

const onlyOne = () => new InputError('this curl command makes several requests: paste them one at a time')

/** curl asks for each URL it is given; what has no scheme may be the value of an option that is not known here. */
const urlOf = ({ named }: Draft): string | undefined => {
  const whole = named.filter((one) => one.includes('://'))
  if (whole.length > 1) throw onlyOne()
  const url = whole[0] ?? named[0]
  // A host without its scheme, as curl takes it; a bare path or a variable of the shell stays.
  return url && /^(?:[\w-]+\.)+[\w-]+(?::\d+)?(?:[/?]|$)/.test(url) ? `https://${url}` : url
}

const take = (
  draft: Draft,
  flag: string,
  value: string,
  stdin: string | undefined,
  readFile: ReadFile,
): void => {
  if (flag === '-X' || flag === '--request') draft.method = value.toUpperCase()
  else if (flag === '-H' || flag === '--header') addHeader(draft, value)
  else if (flag === '--url') draft.named.push(value)
  else if (flag === '--url-query') draft.query.push(value)
  else if (flag === '--oauth2-bearer') draft.headers.authorization = `Bearer ${value}`
  else if (flag === '-u' || flag === '--user') draft.headers.authorization = 'Basic'
  else if (FORM.has(flag))
    throw new InputError('the legacy APIs take JSON, no forms or uploads: paste the call with -d')
  else if (BODY.has(flag)) {
    draft.data.push(dataOf(flag, value, stdin, readFile))
    if (flag === '--json') draft.headers['content-type'] = 'application/json'
  }
}

const finish = (draft: Draft): LegacyRequest => {
  const { data, get } = draft
  const url = urlOf(draft)
  if (url === undefined) throw new InputError('this curl command names no URL')
  const body = data.join('&')
  const query = [...draft.query, ...(get && body !== '' ? [body] : [])].join('&')
  const joined = query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
  const usual = draft.head ? 'HEAD' : body !== '' && !get ? 'POST' : 'GET'
  return { method: draft.method ?? usual, url: joined, headers: draft.headers, body: get ? '' : body }
}

/**
 * Reads a curl command as pasted from a shell.
 * @throws {InputError} when it is none, or its body is elsewhere
 */
export const readCurl = (text: string, readFile: ReadFile): LegacyRequest => {
  let command: ReturnType<typeof shellCommand>
  try {
    command = shellCommand(text.replace(/^\s*[$>%]\s+(?=curl\b)/, ''))
  } catch (error) {
    if (error instanceof ShellError) throw new InputError(`not a shell command: ${error.message}`)
    throw error
  }
  const begin = command.words.findIndex((word) => /(?:^|\/)curl(?:\.exe)?$/.test(word))
  if (begin < 0) throw new InputError('not a curl command')
  const draft: Draft = { get: false, head: false, headers: {}, data: [], named: [], query: [] }
  const words = spread(command.words.slice(begin + 1))
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-G' || word === '--get') draft.get = true
    else if (word === '-I' || word === '--head') draft.head = true
    else if (takesValue(word)) {
      const value = words[++at]
      if (value === undefined) throw new InputError(`${word} lacks its value`)
      take(draft, word, value, command.stdin, readFile)
    } else if (word === '--next' || word === '-:') throw onlyOne()
    else if (!word.startsWith('-')) draft.named.push(word)
  }
  return finish(draft)
}
