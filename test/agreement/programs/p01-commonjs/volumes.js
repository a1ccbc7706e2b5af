const { post } = require('./http')

exports.create = async (name) => (await post('/networkvolumes', { name, size: 10, dataCenterId: 'EU-RO-1' })).id
exports.grow = async function (id, size) {
  const { call } = require('./http')
  return (await call(`/networkvolumes/${id}`, { method: 'PATCH', body: JSON.stringify({ size }) })).size
}
