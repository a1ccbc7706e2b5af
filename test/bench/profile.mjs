// What a profile says: node test/bench/profile.mjs FILE.cpuprofile [LINES]. Self time by function and by module, without waiting.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const WAITING = new Set(['(idle)', '(program)', '(root)'])
const root = fileURLToPath(new URL('../..', import.meta.url))

const place = ({ url }) => {
  if (!url) return '(native)'
  if (!url.startsWith('file:')) return url
  return relative(root, fileURLToPath(url)).replace(/^.*node_modules\//, '')
}

const add = (sums, name, time) => sums.set(name, (sums.get(name) ?? 0) + time)

/** The project's own functions that a sample was taken below, each once. */
const callersOf = (id, byId, parents) => {
  const names = new Set()
  for (let at = id; at !== undefined; at = parents.get(at)) {
    const frame = byId.get(at)
    if (frame.url.includes('/dist/'))
      names.add(`${frame.functionName || '(anonymous)'} ${place(frame)}:${frame.lineNumber + 1}`)
  }
  return names
}

const selfTimes = ({ nodes, samples, timeDeltas }) => {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const sums = { functions: new Map(), modules: new Map(), below: new Map(), all: 0 }
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  for (const [at, id] of samples.entries()) {
    const frame = byId.get(id)
    if (WAITING.has(frame.functionName)) continue
    const time = timeDeltas[at]
    sums.all += time
    add(
      sums.functions,
      `${frame.functionName || '(anonymous)'} ${place(frame)}:${frame.lineNumber + 1}`,
      time,
    )
    add(sums.modules, place(frame), time)
    for (const name of callersOf(id, byId, parents)) add(sums.below, name, time)
  }
  return sums
}

const print = (title, sums, all, most) => {
  console.log(`\n${title}`)
  for (const [name, time] of [...sums].sort((a, b) => b[1] - a[1]).slice(0, most))
    console.log(`${((100 * time) / all).toFixed(1).padStart(5)} %  ${name}`)
}

const [file, most = '30'] = process.argv.slice(2)
const { functions, modules, below, all } = selfTimes(JSON.parse(readFileSync(file, 'utf8')))
print('by function', functions, all, Number(most))
print('by module', modules, all, Number(most))
print('our own functions, with what they call', below, all, 2 * Number(most))
