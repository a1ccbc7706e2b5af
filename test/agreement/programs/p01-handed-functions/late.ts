const V1 = 'https://rest.runpod.io/v1'

export async function call<T>(path: string, init?: { method?: string; body?: string }): Promise<T> {
  const answer = await fetch(`${V1}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
  })
  return (answer.status === 204 ? undefined : await answer.json()) as T
}
