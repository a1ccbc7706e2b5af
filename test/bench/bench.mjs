// npm run bench [-- requests|start|growth|code] [--smoke] [--only TEXT] [--rounds N] [--requests N] [--connections N] [--no-peers] [--profile DIR] [--minutes N] [--against ROOT]...
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchGrowth } from './growth.mjs'
import { benchRequestPath } from './request-path.mjs'
import { benchSourceCode } from './source-code.mjs'
import { benchStartUp } from './start-up.mjs'

const SECTIONS = {
  requests: benchRequestPath,
  start: benchStartUp,
  growth: benchGrowth,
  code: benchSourceCode,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    requests: { type: 'string' },
    connections: { type: 'string', default: '64' },
    profile: { type: 'string' },
    minutes: { type: 'string', default: '0' },
    against: { type: 'string', multiple: true, default: [] },
    'no-peers': { type: 'boolean', default: false },
  },
})
const { smoke, only, profile, against } = values
const options = {
  smoke,
  only,
  profile,
  against,
  peers: !values['no-peers'] && !smoke,
  rounds: Number(values.rounds ?? (smoke ? 1 : 5)),
  requests: Number(values.requests ?? (smoke ? 20 : 6_000)),
  connections: Number(values.connections),
  minutes: Number(values.minutes),
}

const load = loadavg().map((value) => value.toFixed(1))
console.log(`Node ${process.version}, load before the run ${load.join(' ')}`)
for (const [name, run] of Object.entries(SECTIONS)) {
  if (positionals.length === 0 || positionals.includes(name)) await run(options)
}
