// How large an installation is: what npm packs, and what it brings for production. node scripts/print-size.mjs
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1e6 // bytes
const text = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`

const sizeOf = (path) => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.isSymbolicLink() ? 0 : stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/** A nested copy lies in its parent's folder and is counted there. */
const installed = () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries(packages)
    .filter(([path, one]) => path.split('node_modules/').length === 2 && !one.dev && !one.devOptional)
    .flatMap(([path]) => {
      try {
        return [[path.slice('node_modules/'.length), sizeOf(path)]]
      } catch {
        return [] // for another platform
      }
    })
    .sort((a, b) => b[1] - a[1])
}

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)
console.log(
  `package: ${text(packed.size)} packed, ${text(packed.unpackedSize)} unpacked, ${packed.entryCount} files`,
)
const packages = installed()
console.log(
  `production packages: ${packages.length}, ${text(packages.reduce((sum, [, size]) => sum + size, 0))}`,
)
for (const [name, size] of packages.slice(0, 8)) console.log(`  ${text(size).padStart(8)}  ${name}`)
