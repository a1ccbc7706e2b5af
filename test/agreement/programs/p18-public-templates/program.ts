const BASE = 'https://rest.runpod.io/v1'
const get = async (path: string): Promise<any> => {
  const res = await fetch(`${BASE}${path}`, { headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` } })
  return res.json()
}

const asked = (official: boolean, bound: boolean) => {
  const query = new URLSearchParams()
  if (official) query.set('includeRunpodTemplates', 'true')
  if (bound) query.set('includeEndpointBoundTemplates', 'true')
  const text = query.toString()
  return get(`/templates${text ? `?${text}` : ''}`)
}
const everybodys = () => get('/templates?includePublicTemplates=true&includeRunpodTemplates=false')

const names = (templates: any[]) => templates.map(({ name, imageName }) => `${name} ${imageName}`).sort()

export async function main() {
  for (const list of [await asked(true, false), await asked(false, true), await asked(false, false), await everybodys()])
    console.log(names(list).join(', '))
}
