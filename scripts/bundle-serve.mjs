// `serve` and `sandbox` load some seven hundred modules, and finding and reading them took more than half of their
// start. Bundled from the source they are a few files, which take the compiled ones' place; what is loaded only when it
// is asked for stays a chunk of its own. Where the bundler cannot run, the compiled modules work as they are.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = join('dist', 'src', 'cli')
const PREFIX = 'bundled.'

const loadBundler = async () => {
  try {
    return await import('rolldown')
  } catch {
    console.log('serve is not bundled: no bundler for this platform')
    return undefined
  }
}

const bundler = await loadBundler()
if (bundler) {
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name))
  const bundle = await bundler.rolldown({
    input: { serve: 'src/cli/serve.ts', sandbox: 'src/cli/sandbox.ts' },
    platform: 'node',
    // Native, or looked for where it is installed, or of no use to a proxy.
    external: [/^(libsql|@libsql\/|pg$|pg\/|ts-morph$)/],
    // graphql-js otherwise looks for a second copy of itself at every step.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'warn',
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Beside the entries: what reads its own place (the package's version) reads the same one.
    chunkFileNames: `${PREFIX}[name].js`,
  })
  await bundle.close()
}
