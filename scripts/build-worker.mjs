// One module with no imports, as Workers runtimes want it: dist/worker.mjs, or the file named.
import { rolldown } from 'rolldown'

const bundle = await rolldown({
  input: 'src/worker/main.ts',
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
})
await bundle.write({ file: process.argv[2] ?? 'dist/worker.mjs', format: 'esm', codeSplitting: false })
await bundle.close()
