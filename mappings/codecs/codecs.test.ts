import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Codec } from '../dsl/codec.ts'
import * as ofGraphql from '../graphql/codecs.ts'
import * as ofBoth from './index.ts'
import { quoteWord, shellWords, splitWords } from './shell-words.ts'

const isCodec = (value: unknown): value is Codec =>
  typeof value === 'object' && value !== null && 'decode' in value && 'examples' in value
const codecs = Object.values({ ...ofBoth, ...ofGraphql }).filter(isCodec)

/** Runs a codec's printed source over a literal, as the codemod's output would run. */
const evaluate = (source: string): unknown => new Function(`return ${source}`)()

describe.each(codecs.map((codec) => [codec.name, codec] as const))('%s', (_name, codec) => {
  test.each(codec.examples)('%j <-> %j', (old, v2) => {
    expect(codec.accepts(old)).toBe(true)
    expect(codec.decode(old)).toEqual(v2)
    expect(codec.schema.decode(old as never)).toEqual(v2)
    // What was read from an unusual spelling comes back in the usual one, and reads the same again.
    expect(codec.decode(codec.encode(v2))).toEqual(v2)
    if (codec.usual(old)) expect(codec.encode(v2)).toEqual(old)
  })

  test('its printed source does what it does', () => {
    for (const [old, v2] of codec.examples.filter(([old]) => codec.usual(old))) {
      if (codec.source) expect(evaluate(codec.source(`(${JSON.stringify(old)})`))).toEqual(v2)
      if (codec.sourceBack) expect(evaluate(codec.sourceBack(`(${JSON.stringify(v2)})`))).toEqual(old)
    }
  })

  test('its printed source of another spelling does what it does', () => {
    const { other } = codec
    const isOther = (old: unknown) => other?.is === (Array.isArray(old) ? 'list' : typeof old)
    const unusual = codec.examples.filter(([old]) => !codec.usual(old) && isOther(old))
    if (other) expect(unusual).not.toEqual([])
    for (const [old, v2] of unusual)
      expect(evaluate(other?.source(`(${JSON.stringify(old)})`) ?? '')).toEqual(v2)
  })

  test('its quick test lets nothing through that its schema would not', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const quick = codec.accepts(value)
        if (quick) expect(codec.schema.safeDecode(value as never).success).toBe(true)
      }),
    )
  })

  test('refuses values of another kind', () => {
    expect(codec.accepts(Symbol.iterator)).toBe(false)
  })
})

describe('shell words', () => {
  test('any list of words survives the round trip', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words)
      }),
    )
  })

  test('a list of which some words are known is said as one line that splits back to it', () => {
    const word = fc.tuple(fc.oneof(fc.string(), fc.constantFrom("it's", '${x}', '`', '\\', '')), fc.boolean())
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const items = words.map(([value, isKnown]) =>
          isKnown ? { value } : { text: `(${JSON.stringify(value)})` },
        )
        const line = evaluate(shellWords.sourceOfList?.(items) ?? '') as string
        expect(splitWords(line)).toEqual(words.map(([value]) => value))
      }),
    )
  })

  test('a number among the words stands without quotes', () => {
    const line = evaluate(shellWords.sourceOfList?.([{ value: '--port' }, { number: '(8000 + 80)' }]) ?? '')
    expect(line).toBe('--port 8080')
  })

  test('any line splits without hanging, and its words survive quoting', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const words = splitWords(line)
        expect(splitWords(words.map(quoteWord).join(' '))).toEqual(words)
      }),
    )
  })

  test.each([
    [`bash -c "echo \\"hi\\" $HOME"`, ['bash', '-c', 'echo "hi" $HOME']],
    ['a\\ b c', ['a b', 'c']],
    [`--name='x y'z`, ['--name=x yz']],
    ["unclosed 'quote", ['unclosed', "'quote"]],
  ])('%s', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })
})
