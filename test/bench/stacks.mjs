// What native time belongs to: perf script -i perf.data -F ip,sym | node test/bench/stacks.mjs MICROSECONDS [LINES]
// Record `upshift serve` with NODE_OPTIONS=--perf-basic-prof: perf record -F 4999 -e cpu-clock -g -p PID. Every sample counts for the
// nearest JavaScript function above it, apart as its own code, the engine's built-ins, and C++ with the kernel.
import { createInterface } from 'node:readline'

const [, , microseconds = '100', lines = '40'] = process.argv
const sums = new Map()
let all = 0

const kindOf = (leaf) => {
  if (leaf.startsWith('JS:')) return 'own'
  return leaf.startsWith('Builtins_') ? 'builtIns' : 'native'
}

const count = (stack) => {
  const [leaf] = stack
  if (leaf === undefined) return
  const near = stack.find((frame) => frame.startsWith('JS:')) ?? '(none)'
  const name = near.replace(/^JS:[*^~+]?/, '').replace(/ .*\//, ' ')
  const sum = sums.get(name) ?? { own: 0, builtIns: 0, native: 0, all: 0 }
  sum[kindOf(leaf)] += 1
  sum.all += 1
  all += 1
  sums.set(name, sum)
}

let stack = []
for await (const line of createInterface({ input: process.stdin })) {
  const frame = /^\s+[0-9a-f]+ (.+?)(\+0x[0-9a-f]+)?$/.exec(line)?.[1]
  if (frame) stack.push(frame)
  else {
    count(stack)
    stack = []
  }
}
count(stack)

/** A share of the samples as microseconds of the whole that was given (a request's CPU time). */
const share = (samples) => ((samples / all) * Number(microseconds)).toFixed(1).padStart(8)
console.log('     all     own built-in  native')
for (const [name, { own, builtIns, native, all: whole }] of [...sums]
  .sort((a, b) => b[1].all - a[1].all)
  .slice(0, Number(lines)))
  console.log(share(whole) + share(own) + share(builtIns) + share(native), name)
