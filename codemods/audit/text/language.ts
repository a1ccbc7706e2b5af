/** How strings open and close in a language. */
export interface StringForm {
  /** Sticky pattern of the opening, prefixes included. */
  readonly open: RegExp
  /** The closing text, or a function of the opening's text. */
  readonly close: string | ((opening: string) => string)
  /** Sign that makes the next one literal; none in raw strings. */
  readonly escape?: string
  /** Ends at the end of the line when it does not close; a lone quote is then no string. */
  readonly oneLine?: boolean
  /** `${` … `}` inside holds code, with strings of its own. */
  readonly nests?: boolean
  /** A string of this form that begins a statement documents it. */
  readonly documents?: boolean
}

/** What the audit must know of a language to tell code, strings and comments apart. */
export interface Language {
  readonly name: string
  readonly lineComments: readonly RegExp[]
  readonly blockComments: readonly (readonly [string, string])[]
  readonly strings: readonly StringForm[]
  /** Here-documents: a sticky pattern whose first group is the closing word. */
  readonly heredoc?: RegExp
  /** Addresses and paths also stand outside quotes: shells, configuration, prose. */
  readonly bareWords: boolean
  /**
   * Words in code that are the program's own names: what a statement assigns to, or all of them where only strings and
   * tags say what goes over the wire.
   */
  readonly variables?: 'assigned' | 'all'
  /** `/…/` may be a regular expression. */
  readonly regularExpressions?: boolean
}

const backslash = '\\'
const double: StringForm = { open: /"/y, close: '"', escape: backslash, oneLine: true }
const single: StringForm = { open: /'/y, close: "'", escape: backslash, oneLine: true }
const slashes = [/\/\//y]
const hash = [/#/y]
/** A `#` inside a word is no comment: URLs have fragments, shells have `$#`. */
const hashAfterSpace = [/(?<![^\s;(])#/y]
const stars = [['/*', '*/']] as const

const language = (name: string, parts: Partial<Language>): Language => ({
  name,
  lineComments: [],
  blockComments: [],
  strings: [],
  bareWords: false,
  ...parts,
})

const cLike = (name: string, ...strings: StringForm[]): Language =>
  language(name, { lineComments: slashes, blockComments: stars, strings: [...strings, double, single] })

const settings = (name: string, lineComments: readonly RegExp[]): Language =>
  language(name, { lineComments, bareWords: true })

const javascript = language('javascript', {
  lineComments: slashes,
  blockComments: stars,
  strings: [{ open: /`/y, close: '`', escape: backslash, nests: true }, double, single],
  regularExpressions: true,
})

const shell = language('shell', {
  variables: 'assigned',
  lineComments: hashAfterSpace,
  strings: [
    { open: /\$?'/y, close: "'" },
    { open: /"/y, close: '"', escape: backslash },
  ],
  heredoc: /<<[-~]?\s*\\?(["']?)(\w+)\1/y,
  bareWords: true,
})

export const PLAIN = language('text', { bareWords: true })

/** Every language by its name in Markdown fences and notebooks, and the extensions that mean it. */
export const LANGUAGES: readonly (readonly [Language, readonly string[], readonly string[]])[] = [
  [
    javascript,
    ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'mts', 'cts', 'vue', 'svelte', 'astro'],
    ['typescript', 'node'],
  ],
  [
    language('python', {
      variables: 'assigned',
      lineComments: hash,
      strings: [
        { open: /"""/y, close: '"""', escape: backslash, documents: true },
        { open: /'''/y, close: "'''", escape: backslash, documents: true },
        { open: /"/y, close: '"', escape: backslash, oneLine: true },
        { open: /'/y, close: "'", escape: backslash, oneLine: true },
      ],
    }),
    ['py', 'pyi', 'pyw'],
    ['python3', 'ipython', 'ipython3'],
  ],
  [{ ...cLike('go', { open: /`/y, close: '`' }), variables: 'all' }, ['go'], ['golang']],
  [
    cLike('java', { open: /"""/y, close: '"""', escape: backslash }),
    ['java', 'kt', 'kts', 'scala', 'groovy', 'gradle'],
    ['kotlin'],
  ],
  [
    cLike(
      'csharp',
      { open: /\$*"{3,}/y, close: (opening) => opening.replace(/^\$+/, '') },
      { open: /(?:\$@|@\$?)"/y, close: '"' },
    ),
    ['cs', 'csx'],
    ['c#'],
  ],
  [
    language('php', {
      variables: 'assigned',
      lineComments: [/\/\//y, /#(?!\[)/y],
      blockComments: stars,
      strings: [
        { open: /"/y, close: '"', escape: backslash },
        { open: /'/y, close: "'", escape: backslash },
      ],
      heredoc: /<<<\s*(["']?)(\w+)\1/y,
    }),
    ['php', 'phtml'],
    [],
  ],
  [
    language('ruby', {
      variables: 'assigned',
      lineComments: hash,
      blockComments: [['\n=begin', '\n=end']],
      strings: [
        { open: /"/y, close: '"', escape: backslash },
        { open: /'/y, close: "'", escape: backslash },
        { open: /%[qQ]?\{/y, close: '}' },
      ],
      heredoc: /<<[-~](["'`]?)(\w+)\1/y,
    }),
    ['rb', 'rake', 'gemspec'],
    [],
  ],
  [
    language('rust', {
      lineComments: slashes,
      blockComments: stars,
      strings: [
        { open: /b?r#*"/y, close: (opening) => `"${'#'.repeat(opening.split('#').length - 1)}` },
        { open: /b?"/y, close: '"', escape: backslash },
        { open: /'(?=\\?.')/y, close: "'", escape: backslash, oneLine: true },
      ],
    }),
    ['rs'],
    [],
  ],
  [
    cLike('c', { open: /R"\(/y, close: ')"' }, { open: /@"/y, close: '"', escape: backslash, oneLine: true }),
    ['c', 'h', 'cc', 'cpp', 'hpp', 'm', 'mm', 'swift', 'dart', 'proto', 'zig'],
    ['c++'],
  ],
  [shell, ['sh', 'bash', 'zsh', 'ksh', 'fish', 'bats'], ['console', 'shell-session', 'curl']],
  [
    language('powershell', {
      variables: 'assigned',
      lineComments: hashAfterSpace,
      blockComments: [['<#', '#>']],
      strings: [
        { open: /@"/y, close: '\n"@' },
        { open: /@'/y, close: "\n'@" },
        { open: /"/y, close: '"', escape: '`' },
        { open: /'/y, close: "'" },
      ],
      bareWords: true,
    }),
    ['ps1', 'psm1', 'psd1'],
    ['pwsh'],
  ],
  [settings('yaml', hashAfterSpace), ['yml', 'yaml'], []],
  [settings('toml', hashAfterSpace), ['toml'], []],
  [settings('dotenv', [/(?<=^|\n|\s)#/y]), ['env', 'properties', 'ini', 'cfg', 'conf', 'envrc'], []],
  [settings('dockerfile', [/(?<=^|\n)[ \t]*#/y]), ['dockerfile', 'containerfile'], ['docker']],
  [
    language('terraform', {
      lineComments: [/#/y, /\/\//y],
      blockComments: stars,
      strings: [double],
      heredoc: /<<-?()(\w+)/y,
    }),
    ['tf', 'tfvars', 'hcl', 'nomad'],
    [],
  ],
  [
    language('json', { strings: [double], lineComments: [/(?<=^|[\n\s,{[])\/\//y], blockComments: stars }),
    ['json', 'jsonc', 'json5', 'webmanifest', 'har'],
    [],
  ],
  [
    language('graphql', {
      lineComments: hash,
      strings: [{ open: /"""/y, close: '"""' }, double],
      bareWords: true,
    }),
    ['graphql', 'gql'],
    [],
  ],
  [
    language('sql', {
      lineComments: [/--/y],
      blockComments: stars,
      strings: [
        { open: /'/y, close: "'" },
        { open: /"/y, close: '"' },
      ],
    }),
    ['sql'],
    [],
  ],
  [
    language('lua', {
      variables: 'assigned',
      lineComments: [/--/y],
      strings: [{ open: /\[\[/y, close: ']]' }, double, single],
    }),
    ['lua'],
    [],
  ],
  [
    language('elixir', {
      variables: 'assigned',
      lineComments: hash,
      strings: [{ open: /"""/y, close: '"""', escape: backslash }, double],
    }),
    ['ex', 'exs', 'erl'],
    [],
  ],
  [
    language('r', { variables: 'assigned', lineComments: hash, strings: [double, single] }),
    ['r', 'jl', 'pl', 'pm'],
    ['julia', 'perl'],
  ],
  [
    language('make', { lineComments: hashAfterSpace, bareWords: true, variables: 'assigned' }),
    ['mk', 'mak', 'just', 'nix'],
    ['makefile'],
  ],
  [
    language('xml', { blockComments: [['<!--', '-->']], bareWords: true }),
    ['xml', 'html', 'htm', 'svg', 'csproj', 'plist', 'xaml'],
    [],
  ],
  [language('http', { lineComments: hashAfterSpace, bareWords: true }), ['http', 'rest'], []],
  [
    language('markdown', { blockComments: [['<!--', '-->']], bareWords: true }),
    ['md', 'mdx', 'markdown', 'mdc'],
    [],
  ],
  [language('notebook', {}), ['ipynb'], []],
  [PLAIN, ['txt', 'text', 'rst', 'adoc', 'csv', 'tsv'], ['plaintext']],
]
