// `serve` and `sandbox` load some seven hundred modules, `codemod` as many, and finding, reading and compiling them took
// more than half of their start. Bundled from the source they are a few files, which take the compiled ones' place, with
// the code they compile to kept beside them; what is loaded only when it is asked for stays a file of its own. Where the
// bundler cannot run, the compiled modules work as they are, and where the kept code is refused, it is compiled anew.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join('dist', 'src', 'cli')

/** A script that is run with kept code has no `import()` of its own: the loader gives it one. */
const importOutside = {
  name: 'import-outside',
  renderChunk: (code) => code.replace(/(?<![.\w$])import\(/g, 'importOutside('),
}

const POOL = 'undici/lib/dispatcher/pool.js'
/** Of undici the proxy's way out takes a pool: fetch, mocks, caches and HTTP/2 are a tenth of a start. */
const poolAlone = {
  name: 'pool-alone',
  resolveId: (id, importer = '') => {
    if (id === 'undici' && importer.endsWith(join('src', 'upstream', 'pool.ts'))) return '\0pool'
    return id === './client-h2.js' ? '\0http2' : undefined
  },
  load: (id) => {
    if (id === '\0pool') return `import Pool from '${POOL}'\nexport { Pool }`
    return id === '\0http2' ? 'module.exports = () => { throw new Error("HTTP/2 is off") }' : undefined
  },
}

/** `exported`: what a stub in the command's place gives on; none for what is only to be a file of its own. */
const BUNDLES = [
  {
    prefix: 'bundled.',
    entries: {
      serve: { file: 'src/cli/serve.ts', exported: ['serveCommand', 'usage'] },
      sandbox: { file: 'src/cli/sandbox.ts', exported: ['sandboxCommand', 'sandboxArguments', 'usage'] },
    },
    plugins: [poolAlone, importOutside],
    keep: 'scripts/keep-serve-code.mjs',
  },
  {
    // It imports nothing from outside by `import()`, but writes the word into programs: no plugin may touch that.
    prefix: 'bundled-code.',
    entries: {
      codemod: { file: 'src/cli/codemod.ts', exported: ['codemod'] },
      audit: { file: 'src/cli/audit.ts', exported: ['auditCommand'] },
      compiler: { file: 'codemods/project/compiler.ts' },
    },
    plugins: [],
    keep: 'scripts/keep-codemod-code.mjs',
  },
]

const loadBundler = async () => {
  try {
    return await import('rolldown')
  } catch {
    console.log('nothing is bundled: no bundler for this platform')
    return undefined
  }
}

const bundle = async (bundler, { prefix, entries, plugins }) => {
  const made = await bundler.rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, { file }]) => [name, file])),
    platform: 'node',
    // Native, or looked for where it is installed, or of no use to a proxy.
    external: [/^(libsql|@libsql\/|pg$|pg\/|ts-morph$)/],
    // Packages that come as modules too: of these only what is used is taken.
    resolve: { mainFields: ['module', 'main'] },
    // graphql-js otherwise looks for a second copy of itself at every step.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins,
    logLevel: 'warn',
  })
  const { output } = await made.write({
    dir: folder,
    format: 'cjs',
    // Beside the commands, two folders down: what reads its own place (the package's version) reads the same one.
    entryFileNames: `${prefix}[name].cjs`,
    chunkFileNames: `${prefix}part.[name].cjs`,
    // Names stay, for traces and profiles; comments and white space are a third of what must be read.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  })
  await made.close()
  // Not as a part of the bundler's work: it would write the characters out again.
  for (const { fileName } of output) {
    const file = join(folder, fileName)
    writeFileSync(file, asFunction(readFileSync(file, 'utf8')))
  }
  for (const [name, { exported }] of Object.entries(entries))
    if (exported) writeFileSync(join(folder, `${name}.js`), stub(`${prefix}${name}.cjs`, exported))
}

/** What loads a file runs it as this function; a text of plain ASCII is read and kept at a byte a character. */
const asFunction = (code) => {
  const ascii = code.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `(function (exports, require, module, __filename, __dirname, importOutside) { ${ascii}\n})`
}

const stub = (file, exported) => `import { fileURLToPath } from 'node:url'
import { loadBundled } from './load-bundled.js'
const file = fileURLToPath(new URL('./${file}', import.meta.url))
export const { ${exported.join(', ')} } = loadBundled(file)
`

const keepCode = (script) => {
  try {
    execFileSync(process.execPath, [script], { stdio: 'ignore', timeout: 60_000 })
  } catch {
    console.log(`${script} failed: commands start more slowly without what it keeps`)
  }
}

const bundler = await loadBundler()
if (bundler) {
  // The bundler numbers the prefix where two parts have one name.
  for (const name of readdirSync(folder)) if (name.startsWith('bundled')) rmSync(join(folder, name))
  for (const one of BUNDLES) {
    await bundle(bundler, one)
    keepCode(one.keep)
  }
}
