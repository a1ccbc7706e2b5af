const ROOT = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

export async function main() {
  const cpu = await fetch(`${ROOT}/pods`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'cpu',
      computeType: 'CPU',
      cpuFlavorIds: ['cpu3c'],
      vcpuCount: 4,
      imageName: 'busybox',
      containerDiskInGb: 10,
      ports: ['22/tcp'],
    }),
  })
  const pod = (await cpu.json()) as { id: string; vcpuCount: number }
  console.log(cpu.status, pod.vcpuCount)

  const made = await fetch(`${ROOT}/networkvolumes`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'v', size: 10, dataCenterId: 'EU-RO-1' }),
  })
  const volume = (await made.json()) as { id: string }
  const response = await fetch(`${ROOT}/pods`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'gpu',
      imageName: 'busybox',
      gpuTypeIds: ['NVIDIA L4'],
      networkVolumeId: volume.id,
      volumeMountPath: '/data',
      dataCenterIds: ['EU-RO-1'],
    }),
  })
  console.log(response.status)
}
