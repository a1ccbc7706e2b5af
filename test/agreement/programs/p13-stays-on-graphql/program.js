const key = process.env.RUNPOD_API_KEY
const ask = async (query) => {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = await res.json()
  return errors ? errors[0].message : data
}

const balance = async () => {
  const res = await fetch(`https://api.runpod.io/graphql?api_key=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ myself { clientBalance currentSpendPerHr } }' }),
  })
  return (await res.json()).data.myself
}

export async function main() {
  console.log(Object.keys(await balance()).sort())
  console.log(typeof (await ask('query { myself { clientBalance podTemplates { id } } }')))
}
