import type { Listed } from '../../sites/sink.ts'
import { short } from '../reason-text.ts'

/** What is in the way of a call that is only listed, and what to do. */
export const UNMOVED: Readonly<Record<Listed, readonly [why: (library: string) => string, fix: string]>> = {
  library: [
    (library) => `calls made with ${library} are listed, not rewritten`,
    'move this call by hand, or make it with fetch and run upshift again',
  ],
  steps: [
    (library) => `this request of ${library} is put together under a name of its own`,
    'say it in one chain where it is sent, then run upshift again',
  ],
  parts: [
    (library) => `this request of ${library} says in several parts what it sends, or asks for`,
    'say it in one place, then run upshift again',
  ],
  answer: [
    (library) => `this call of ${library} gives its answer to a stream or a handler`,
    'move this call by hand, together with what takes the answer',
  ],
  makers: [
    (library) =>
      `the client of ${library} is made in several ways, and which of them it is here is known only at run time`,
    'make the client in one place, then run upshift again',
  ],
  objects: [
    (library) =>
      `an object of the program's own may take the place of the client of ${library} here, and what it makes of v2's path and body is not known`,
    'look at what that object does, and call each of the two by itself; then run upshift again',
  ],
  interceptor: [
    (library) =>
      `an interceptor of the client of ${library} sets the address, the method or the body that the call says`,
    'let the interceptor speak v2, and move this call with it',
  ],
  hook: [
    (library) =>
      `a hook of the client of ${library} is given each request before it is sent, and looks at what it sends or asks for something else`,
    'let the hook speak v2, and move this call with it',
  ],
  adapter: [
    (library) =>
      `a function of the program's own may answer in the place of ${library} (adapter), in v1's words as far as is known`,
    'let that function answer as v2 does, and move this call with it',
  ],
  spread: [
    (library) => `this call of ${library} is given its body by a spread, and what that holds cannot be seen`,
    'give the body by itself where it is sent, then run upshift again',
  ],
  batch: [
    (library) => `${library} sends several documents in this one request, and answers them by their places`,
    'make a request of its own for each document, then run upshift again',
  ],
  agent: [
    (library) =>
      `the agent of ${library} is told more than headers and limits (a plugin, a parser, a query, …), which may change what its requests say or give`,
    'say that at the request itself, or look at what it does and move this call by hand; then run upshift again',
  ],
  unknown: [
    (library) => `its address goes to ${short(library)}, which is no client that upshift knows`,
    'if that calls the API, move the call by hand, or make it with fetch and run upshift again',
  ],
}
