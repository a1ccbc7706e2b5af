import { describe, expect, test } from 'vitest'
import { shellCommand } from './shell-words.ts'

describe('shell words', () => {
  test.each([
    [`curl -H 'a: b' "c d" e\\ f`, ['curl', '-H', 'a: b', 'c d', 'e f']],
    [`curl \\\n  -X POST \\\r\n  url`, ['curl', '-X', 'POST', 'url']],
    [`curl $'it\\'s\\n\\x41\\u00e9'`, ['curl', "it's\nAé"]],
    [`curl 'a'"b"c`, ['curl', 'abc']],
    [`curl "say \\"hi\\" $KEY"`, ['curl', 'say "hi" $KEY']],
    ['curl url | jq . && echo done', ['curl', 'url']],
    ['curl url > out.json 2>&1', ['curl', 'url']],
    ['curl "https://x/?a=1&b=2" https://x/?a=1&b=2', ['curl', 'https://x/?a=1&b=2', 'https://x/?a=1&b=2']],
    ['# a note\ncurl url # another', ['curl', 'url']],
  ])('%s', (text, words) => expect(shellCommand(text).words).toEqual(words))

  test('here-documents are standard input', () => {
    expect(shellCommand('curl -d @- url <<\'EOF\'\n{"a": 1}\nEOF\n')).toEqual({
      words: ['curl', '-d', '@-', 'url'],
      stdin: '{"a": 1}\n',
    })
    expect(shellCommand('curl -d @- <<-END url\n\t{}\n\tEND').stdin).toBe('{}\n')
    expect(shellCommand("curl -d @- url <<< '{}'").stdin).toBe('{}\n')
    expect(() => shellCommand('curl <<EOF\n{}')).toThrow(/never ends/)
    expect(() => shellCommand("curl 'open")).toThrow(/never closed/)
  })
})
