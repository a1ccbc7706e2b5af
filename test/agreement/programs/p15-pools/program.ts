const API_KEY = process.env.RUNPOD_API_KEY

async function createEndpoint(name: string, templateId: string) {
  const response = await fetch('https://rest.runpod.io/v1/endpoints', {
    method: 'POST',
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      templateId,
      gpuTypeIds: ['NVIDIA L4'],
      workersMin: 0,
      workersMax: 2,
      idleTimeout: 600,
      flashboot: true,
      scalerType: 'QUEUE_DELAY',
      scalerValue: 4,
    }),
  })
  if (!response.ok) throw new Error(`endpoint: ${response.status}`)
  return (await response.json()) as { id: string; name: string }
}

async function createTemplate(name: string) {
  const response = await fetch('https://rest.runpod.io/v1/templates', {
    method: 'POST',
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, imageName: 'vllm:1', isServerless: true, containerDiskInGb: 20 }),
  })
  return (await response.json()) as { id: string }
}

export async function main() {
  const template = await createTemplate('llm')
  const endpoint = await createEndpoint('llm', template.id)
  console.log(endpoint.name)
}
