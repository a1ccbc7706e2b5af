const { call, get } = require('./http')
const volumes = require('./volumes')

exports.main = async () => {
  const id = await volumes.create('data')
  console.log(await volumes.grow(id, 20))
  for (const volume of await get('/networkvolumes')) console.log(volume.name, volume.dataCenterId)
  await call(`/networkvolumes/${id}`, { method: 'DELETE' })
  console.log((await get('/networkvolumes')).length)
}
