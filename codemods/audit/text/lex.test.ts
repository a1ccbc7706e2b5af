import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageNamed, languageOf } from './language-of.ts'
import { lex } from './lex.ts'

const parts = (language: string, text: string, kind: string) =>
  lex(text, languageNamed(language))
    .filter((stretch) => stretch.kind === kind)
    .map(({ start, end }) => text.slice(start, end))

test('Python: division is no comment, triple quotes span lines, docstrings are comments', () => {
  const text = `"""About imageName."""
n = total // 2; s = "a # b"  # was imageName
q = """mutation {
  podStop
}"""
def f():
    'Docs'
    return gql(
        """query"""
    )
`
  expect(parts('python', text, 'string')).toEqual(['a # b', 'mutation {\n  podStop\n}', 'Docs', 'query'])
  expect(parts('python', text, 'comment')).toEqual(['About imageName.', '# was imageName'])
})

test('JavaScript: templates nest, URLs in strings hold no comment, regular expressions hold no quotes', () => {
  const text =
    'const a = `${base}/pods/${id ? `x${"}"}` : \'y\'}/stop` // done\nconst r = /["\'`]/g, u = "https://x" /* c */'
  expect(parts('javascript', text, 'string')).toEqual([
    '${base}/pods/${id ? `x${"}"}` : \'y\'}/stop',
    'https://x',
  ])
  expect(parts('javascript', text, 'comment')).toEqual(['// done', '/* c */'])
})

test('shell: here-documents, fragments, apostrophes', () => {
  const text = `curl https://x/#a -d @- <<'EOF' # post
{"query": "mutation { podStop }"} # not a comment
EOF
echo "it's" # yes
`
  expect(parts('sh', text, 'comment')).toEqual(['# post', '# yes'])
  expect(parts('sh', text, 'string')).toContain('{"query": "mutation { podStop }"} # not a comment\n')
})

test.each([
  ['go', 'a := `x // y` + "z" // c', ['x // y', 'z'], ['// c']],
  ['rust', `let a = r#"say "hi" // no"#; fn f<'a>(x: &'a str) {} // c`, ['say "hi" // no'], ['// c']],
  ['csharp', 'var a = @"C:\\" + """raw "q" """; // c', ['C:\\', 'raw "q" '], ['// c']],
  ['java', 'var s = """\n{"a": 1}\n"""; /* c */', ['\n{"a": 1}\n'], ['/* c */']],
  ['php', "<?php $a = 'x#y'; # c\n$b = <<<GQL\nmutation\nGQL;\n", ['x#y', 'mutation\n'], ['# c']],
  ['ruby', 'q = <<~GQL\n  mutation\nGQL\nx = "a#b" # c', ['  mutation\n', 'a#b'], ['# c']],
  ['yaml', 'url: https://x/#y # c\n# d', [], ['# c', '# d']],
  ['terraform', 'a = "x" # c\nb = <<EOF\nbody\nEOF\n// d', ['x', 'body\n'], ['# c', '// d']],
  ['dockerfile', 'ENV A=x#y\n# c', [], ['# c']],
  ['sql', "select 'a--b' -- c", ['a--b'], ['-- c']],
])('%s', (language, text, strings, comments) => {
  expect(parts(language, text, 'string')).toEqual(strings)
  expect(parts(language, text, 'comment')).toEqual(comments)
})

test('stretches have no gaps and no overlaps, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab"\'`\\#/*-<E\n ${}[]()@r') }),
      fc.constantFrom(
        'python',
        'javascript',
        'shell',
        'rust',
        'csharp',
        'php',
        'ruby',
        'yaml',
        'terraform',
        'lua',
      ),
      (text, name) => {
        let at = 0
        for (const stretch of lex(text, languageNamed(name))) {
          expect(stretch.start).toBe(at)
          expect(stretch.end).toBeGreaterThan(stretch.start)
          at = stretch.end
        }
        expect(at).toBe(text.length)
      },
    ),
    { numRuns: 1000 },
  )
})

test('languages by file name and interpreter line', () => {
  expect(languageOf('a/.env.example').name).toBe('dotenv')
  expect(languageOf('Dockerfile.gpu').name).toBe('dockerfile')
  expect(languageOf('bin/deploy', '#!/usr/bin/env python3').name).toBe('python')
  expect(languageOf('bin/deploy', '#!/bin/bash').name).toBe('shell')
  expect(languageOf('x.unknown').name).toBe('text')
})
