// Two things npm does for dependencies and not for the package itself: the command is executable, and `npx upshift`
// finds it in a checkout. And the compiler copies no declarations that were written by hand.
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const command = join('dist', 'src', 'cli', 'main.js')
chmodSync(command, 0o755)

for (const name of ['fetch.d.ts', 'register.d.ts'])
  copyFileSync(join('src', 'inprocess', 'public', name), join('dist', 'src', 'inprocess', name))

const bin = join('node_modules', '.bin')
if (existsSync('node_modules')) {
  mkdirSync(bin, { recursive: true })
  const link = join(bin, 'upshift')
  rmSync(link, { force: true })
  if (process.platform === 'win32') writeFileSync(`${link}.cmd`, `@node "%~dp0\\..\\..\\${command}" %*\r\n`)
  else symlinkSync(join('..', '..', command), link)
}
