import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { wrapped } from '../hoist.ts'
import { all, calleeOf } from '../tree.ts'

/** Addresses as URL objects. */
export const form: Form = {
  example: { before: 'fetch(`${BASE}/pods`)', after: 'fetch(new URL(`${BASE}/pods`))' },
  apply: perFile((file) =>
    all(file, ts.isCallExpression).flatMap((call) => {
      const [address] = call.arguments
      return calleeOf(call) === 'fetch' &&
        !/\b(const|import) URL\b/.test(file.text) &&
        address &&
        !ts.isNewExpression(address)
        ? [wrapped(address, 'new URL(', ')')]
        : []
    }),
  ),
}
