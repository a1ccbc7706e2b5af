import { createPod, createVolume, listPods, stopPod } from './index'
import { lineOf, placeOf, stateOf } from './view'

export async function main() {
  const first = await createPod('a', 'busybox')
  console.log(lineOf(first), stateOf(first), first.imageName.length)
  const second = await createPod('b', 'alpine')
  await stopPod(second.id)
  for (const pod of await listPods()) console.log(lineOf(pod), stateOf(pod))
  const running = (await listPods()).filter((pod) => pod.desiredStatus === 'RUNNING')
  console.log(running.length)
  console.log(placeOf(await createVolume('models')))
}
