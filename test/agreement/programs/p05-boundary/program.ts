import { Client, CloudError, type Pod } from './client'

const client = new Client(process.env.RUNPOD_API_KEY ?? '')

const describe = (pod: Pod) => `${pod.name} ${pod.desiredStatus} ${pod.image} ${pod.volumeInGb}`

const sshOf = (pod: Pod) => (pod.publicIp ? Boolean(pod.portMappings?.['22']) : undefined)

export async function main() {
  const pod = await client.createPod({ imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0, env: { A: '1' } })
  console.log(describe(pod), sshOf(pod))
  await new Promise((done) => setTimeout(done, 10_000))
  const running = await client.getPod(pod.id)
  console.log(describe(running), sshOf(running))
  await client.updatePod(pod.id, { name: 'renamed' })
  for (const one of await client.listPods()) console.log(describe(one))
  await client.deletePod(pod.id)
  try {
    await client.getPod(pod.id)
  } catch (error) {
    if (error instanceof CloudError && error.status === 404) console.log('gone')
    else throw error
  }
}
