import superagent from 'superagent'

const BASE = 'https://rest.runpod.io/v1'
const key = process.env.RUNPOD_API_KEY
const agent = superagent.agent()

const stop = (id, done) => {
  superagent
    .post(`${BASE}/pods/${id}/stop`)
    .set('Authorization', `Bearer ${key}`)
    .end((error, res) => done(error, res && res.body.desiredStatus))
}

export async function main() {
  const { body } = await agent
    .post(`${BASE}/pods`)
    .set({ Authorization: `Bearer ${key}` })
    .send({ name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 })
  console.log(body.name)
  console.log(await new Promise((resolve, reject) => stop(body.id, (error, status) => (error ? reject(error) : resolve(status)))))
  const res = await superagent.get(`${BASE}/pods/${body.id}`).set('Authorization', `Bearer ${key}`)
  console.log(res.status, res.body.imageName)
  const names = await superagent
    .get(BASE + '/pods')
    .query({ computeType: 'GPU', desiredStatus: 'EXITED' })
    .set('Authorization', `Bearer ${key}`)
    .then((answer) => answer.body.map((pod) => pod.name))
  console.log(names)
  const volume = await agent
    .post(`${BASE}/networkvolumes`)
    .set({ Authorization: `Bearer ${key}` })
    .send({ name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  console.log(volume.body.dataCenterId)
  await superagent.del(`${BASE}/networkvolumes/${volume.body.id}`).set('Authorization', `Bearer ${key}`)
  try {
    await superagent.get(`${BASE}/pods/none`).set('Authorization', `Bearer ${key}`)
  } catch (error) {
    console.log(error.status)
  }
}
