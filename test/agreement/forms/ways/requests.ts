import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, calleeOf } from '../tree.ts'

/** A Request that is made and sent. */
export const form: Form = {
  example: { before: 'fetch(url, init)', after: 'fetch(new Request(url, init))' },
  apply: perFile((file) =>
    all(file, ts.isCallExpression).flatMap((call) => {
      const [address, ...others] = call.arguments
      const isPlain = calleeOf(call) === 'fetch' && address && !ts.isNewExpression(address)
      return isPlain
        ? [
            [
              replace(
                call,
                `fetch(new Request(${[address, ...others].map((one) => one.getText()).join(', ')}))`,
              ),
            ],
          ]
        : []
    }),
  ),
}
