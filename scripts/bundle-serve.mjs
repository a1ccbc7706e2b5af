// `serve` and `sandbox` load some seven hundred modules, and finding, reading and compiling them took more than half of
// their start. Bundled from the source they are a few files, which take the compiled ones' place, with the code they
// compile to kept beside them; what is loaded only when it is asked for stays a file of its own. Where the bundler
// cannot run, the compiled modules work as they are, and where the kept code is refused, it is compiled anew.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join('dist', 'src', 'cli')
const PREFIX = 'bundled.'
const ENTRIES = { serve: ['serveCommand', 'usage'], sandbox: ['sandboxCommand', 'sandboxArguments', 'usage'] }

const loadBundler = async () => {
  try {
    return await import('rolldown')
  } catch {
    console.log('serve is not bundled: no bundler for this platform')
    return undefined
  }
}

/** A script that is run with kept code has no `import()` of its own: the loader gives it one. */
const importOutside = (code) => code.replace(/(?<![.\w$])import\(/g, 'importOutside(')

const bundle = async (bundler) => {
  const made = await bundler.rolldown({
    input: Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, `src/cli/${name}.ts`])),
    platform: 'node',
    // Native, or looked for where it is installed, or of no use to a proxy.
    external: [/^(libsql|@libsql\/|pg$|pg\/|ts-morph$)/],
    // Packages that come as modules too: of these only what is used is taken.
    resolve: { mainFields: ['module', 'main'] },
    // graphql-js otherwise looks for a second copy of itself at every step.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [{ name: 'import-outside', renderChunk: importOutside }],
    logLevel: 'warn',
  })
  await made.write({
    dir: folder,
    format: 'cjs',
    // Beside the commands: what reads its own place (the package's version) reads the same one.
    entryFileNames: `${PREFIX}[name].cjs`,
    chunkFileNames: `${PREFIX}part.[name].cjs`,
    // Names stay, for traces and profiles; comments and white space are a third of what must be read.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  })
  await made.close()
}

const stub = (name, exported) => `import { fileURLToPath } from 'node:url'
import { loadBundled } from './load-bundled.js'
const file = fileURLToPath(new URL('./${PREFIX}${name}.cjs', import.meta.url))
export const { ${exported.join(', ')} } = loadBundled(file)
`

const bundler = await loadBundler()
if (bundler) {
  // The bundler numbers the prefix where two parts have one name.
  for (const name of readdirSync(folder)) if (/^bundled\d*\./.test(name)) rmSync(join(folder, name))
  await bundle(bundler)
  for (const [name, exported] of Object.entries(ENTRIES))
    writeFileSync(join(folder, `${name}.js`), stub(name, exported))
  try {
    execFileSync(process.execPath, ['scripts/keep-code.mjs'], { stdio: 'ignore', timeout: 60_000 })
  } catch {
    console.log('the code that serve compiles to was not kept: it starts more slowly')
  }
}
