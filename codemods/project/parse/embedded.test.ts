import { expect, test } from 'vitest'
import { scriptsOf } from './embedded.ts'

/** The lines of what is left of a file, those without code left out, each with its number. */
const codeIn = (path: string, text: string): string[] =>
  scriptsOf(path, text)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : `${index + 1}:${line.trimEnd()}`))

test('every place of a script is where it was, and all else is blank', () => {
  const text =
    '<template>é<b>1 > 0</b></template>\r\n<script setup lang="ts" generic="T extends \'>\'">\r\nconst a = 1\r\n</script>'
  const code = scriptsOf('A.vue', text)
  expect(code.length).toBe(text.length)
  expect(code.indexOf('const a')).toBe(text.indexOf('const a'))
  expect(code.trim()).toBe('const a = 1')
})

test('a component has all of its scripts, a page those that it says itself', () => {
  const scripts =
    '<script src="app.js"></script>\n<script type="module">one()</script>\n<SCRIPT>two()</SCRIPT >'
  expect(codeIn('index.html', scripts).map((line) => line.replace(/ +/, ' ').trimEnd())).toEqual([
    '2: {one()}',
    '3: two()',
  ])
  expect(
    codeIn('A.svelte', '<script context="module">\none()\n</script>\n<script>\ntwo()\n</script>'),
  ).toEqual(['2:one()', '5:two()'])
})

test('what a page says in a script that nothing runs is no code', () => {
  expect(
    codeIn(
      'index.htm',
      '<script type="application/ld+json">{"a": 1}</script><script type=importmap>{}</script>',
    ),
  ).toEqual([])
})

test('a page of Astro has the code in front of it', () => {
  const text = "---\nconst a = '<p>'\n---\n<p>{a}</p>\n<script>\nb()\n</script>"
  expect(codeIn('a.astro', text)).toEqual(["2:const a = '<p>'", '5:       {', '6:b()', '7:}'])
})

test('what is commented out is no code, nor is a script in a text of the code in front', () => {
  expect(
    codeIn('index.html', '<!--\n<script>one()</script>\n-->\n<script data-type="x">\ntwo()\n</script>'),
  ).toEqual(['5:two()'])
  const text = "\uFEFF\r\n---\r\nconst a = '<script>b()</script>'\r\n---\r\n<script>\r\nc()\r\n</script>"
  expect(scriptsOf('a.astro', text).length).toBe(text.length)
  expect(codeIn('a.astro', text).map((line) => line.trim())).toEqual([
    "3:const a = '<script>b()</script>'",
    '5:       {',
    '6:c()',
    '7:}',
  ])
})

test('a module of its own keeps what it declares in braces, behind its imports', () => {
  const inline = "<script type='module'>const a = 1</script><script>const b = 2</script>"
  expect(codeIn('index.html', inline)[0]?.replace(/ +/g, ' ')).toBe('1: {const a = 1} const b = 2')
  const text = "---\nconst a = 1\n---\n<script>\n  import { b } from './b'\n  const a = b\n</script>"
  expect(codeIn('a.astro', text)).toEqual([
    '2:const a = 1',
    "5:  import { b } from './b'",
    '6: {const a = b',
    '7:}',
  ])
})

test.each(["import b from './b'\nconst a = b", '  export const a = 1', '  const a = 1 // one'])(
  'a module without a place for braces goes without: %s',
  (code) => {
    expect(
      scriptsOf('a.astro', `---\n---\n<script>${code.startsWith('i') ? '\n' : ''}${code}</script>`),
    ).not.toMatch(/[{}]/)
  },
)
