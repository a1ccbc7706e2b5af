export const config = {
  apiBase: process.env.RUNPOD_API_BASE || 'https://rest.runpod.io/v1',
  get key() {
    return process.env.RUNPOD_API_KEY
  },
}
