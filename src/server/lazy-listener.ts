import type { RequestListener } from 'node:http'

/** Answers with a listener that is loaded when the first request for it comes: a start does not wait for pages. */
export const lazyListener = (load: () => Promise<RequestListener>): RequestListener => {
  let loading: Promise<RequestListener> | undefined
  return (request, response) => {
    loading ??= load()
    loading.then(
      (listener) => listener(request, response),
      () => {
        loading = undefined
        response.writeHead(500).end()
      },
    )
  }
}
