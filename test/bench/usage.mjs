// Loaded into every measured process: says its CPU time (microseconds) and memory (bytes) when asked, and at its end.
import cluster from 'node:cluster'

const usage = () => {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }
}
// A cluster worker's channel is its primary's affair.
if (process.send && !cluster.isWorker) {
  process.on('message', ({ ask } = {}) => {
    if (ask === 'usage') process.send(usage())
  })
  process.on('exit', () => process.connected && process.send({ ended: usage() }))
  // A run that was broken off leaves nobody behind.
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
}
