import https from 'node:https'

const key = process.env.RUNPOD_API_KEY
const API = 'https://rest.runpod.io/v1'
const options = { headers: { Authorization: `Bearer ${key}` } }
const EVENTS = { piece: 'data', end: 'end' }

/** Nobody asks for what the call itself gives: its callback has the answer. */
const all = () =>
  new Promise((resolve, reject) => {
    https
      .get(`${API}/pods`, options, (res) => {
        let text = ''
        const take = (piece) => {
          text += piece
        }
        res.on('data', take)
        res.once('end', () => resolve(JSON.parse(text)))
      })
      .on('error', reject)
  })

/** Events by names of their own, one after the other. */
const stateOf = (id) =>
  new Promise((resolve) => {
    https.get(`${API}/pods/${id}`, options, (res) => {
      const pieces = []
      res.on(EVENTS.piece, (piece) => pieces.push(piece)).on(EVENTS.end, () => {
        const pod = JSON.parse(Buffer.concat(pieces).toString())
        resolve(pod.desiredStatus === 'EXITED' ? 'stopped' : 'up')
      })
    })
  })

/** The text is kept outside of the callback. */
const images = () =>
  new Promise((resolve) => {
    let body = ''
    https.get(`${API}/templates`, options, async (res) => {
      for await (const piece of res) body += piece
      done()
    })
    function done() {
      resolve(JSON.parse(body).map((one) => one.imageName))
    }
  })

/** No callback, but something that listens. */
const volumes = () =>
  new Promise((resolve) => {
    const req = https.request(`${API}/networkvolumes`, { method: 'GET', ...options })
    req.once('response', (res) => {
      let text = ''
      res.addListener('data', (piece) => (text += piece))
      res.addListener('close', () => resolve(JSON.parse(text)))
    })
    req.end()
  })

/** Nobody looks at the answer. */
const end = (id) =>
  new Promise((resolve) => {
    const req = https.request(`${API}/pods/${id}`, { method: 'DELETE', ...options }, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode))
    })
    req.end()
  })

export async function main() {
  console.log((await all()).map((pod) => [pod.imageName, pod.desiredStatus]))
  for (const { id } of await all()) console.log(await stateOf(id))
  console.log(await images())
  console.log((await volumes()).map((one) => one.dataCenterId))
  const [first] = await all()
  if (first) console.log(await end(first.id))
}
