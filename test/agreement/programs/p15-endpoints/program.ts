const rest = async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<any> => {
  const res = await fetch('https://rest.runpod.io/v1' + path, {
    method,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return res.status === 204 ? undefined : res.json()
}

export async function main() {
  const template = await rest('/templates', {
    method: 'POST',
    body: { name: 'llm', imageName: 'vllm:1', isServerless: true, containerDiskInGb: 20, volumeInGb: 0, env: { A: 'b' } },
  })
  const endpoint = await rest('/endpoints', {
    method: 'POST',
    body: {
      name: 'llm',
      templateId: template.id,
      computeType: 'CPU',
      cpuFlavorIds: ['cpu3c'],
      vcpuCount: 4,
      workersMin: 0,
      workersMax: 2,
      idleTimeout: 60,
      scalerType: 'QUEUE_DELAY',
      scalerValue: 4,
      executionTimeoutMs: 300_000,
    },
  })
  console.log(endpoint.name, endpoint.workersMax, endpoint.idleTimeout)
  await rest(`/endpoints/${endpoint.id}`, { method: 'PATCH', body: { workersMax: 5 } })
  const [first] = await rest('/endpoints')
  console.log(first.workersMax, first.scalerType, first.scalerValue)
  await rest(`/endpoints/${endpoint.id}`, { method: 'DELETE' })
  await rest(`/templates/${template.id}`, { method: 'DELETE' })
  console.log((await rest('/endpoints')).length)
}
