/** The methods of HTTP as clients have them for members. */
export const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const

const verbs = new Set<string>(VERBS)

/** Whether a member of a client makes a request: `client.get(url)`. */
export const isVerb = (name: string): boolean => verbs.has(name)

/** The same of members in capitals as well (`client.GET(path)`), and of the one that is told its method. */
export const isRequest = (name: string): boolean => /^request$/i.test(name) || isVerb(name.toLowerCase())
