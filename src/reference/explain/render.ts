import { quoteWord } from '../../../mappings/codecs/shell-words.ts'
import { type ExplainedCall, type ExplainedChange, type Explanation, WHAT_WORDS } from './explanation.ts'
import { KEY_VARIABLE } from './redact.ts'

const place = ({ old, v2 }: ExplainedChange): string => {
  if (old === '') return v2
  return v2 === '' || v2 === old ? old : `${old} → ${v2}`
}

const changeLine = (change: ExplainedChange): string =>
  `${place(change)}: ${WHAT_WORDS[change.what]}${change.why === '' ? '' : ` (${change.why})`}  [${change.rule}]`

const curl = ({ method, url, body }: ExplainedCall): string => {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoteWord(url),
    `-H "Authorization: Bearer ${KEY_VARIABLE}"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoteWord(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

const http = ({ method, url, body }: ExplainedCall): string => {
  const { host, pathname, search } = new URL(url)
  const text = body === undefined ? '' : JSON.stringify(body, undefined, 2)
  return [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${KEY_VARIABLE}`,
    ...(text === '' ? [] : ['Content-Type: application/json', '', text]),
    '',
  ].join('\n')
}

const comments = (explanation: Explanation): readonly string[] => [
  `${explanation.old}${explanation.operation === '' ? '' : `  [${explanation.operation}]`}`,
  ...explanation.changes.map(changeLine),
  ...explanation.notes.map((note) => `note: ${note}`),
  ...explanation.refused.map((why) => `refused: ${why}`),
]

const commented = (explanation: Explanation, render: (call: ExplainedCall) => string): string =>
  `${[...comments(explanation).map((line) => `# ${line}`), ...explanation.calls.map((call) => `\n${render(call)}`)].join('\n')}\n`

/** The forms of an explanation. All but JSON carry the reasons as comments above the calls. */
export const explanationFormats = {
  curl: (explanation: Explanation) => commented(explanation, curl),
  http: (explanation: Explanation) => commented(explanation, http),
  json: (explanation: Explanation) => `${JSON.stringify(explanation, undefined, 2)}\n`,
} as const satisfies Record<string, (explanation: Explanation) => string>

/** A v2 answer in the old words, with the reasons below it as comments. */
export const answerText = (old: unknown, changes: readonly ExplainedChange[]): string =>
  `${JSON.stringify(old, undefined, 2)}\n\n${changes.map((change) => `# ${changeLine(change)}`).join('\n')}\n`
