import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { addressesIn, namesIn } from '../tree.ts'

/** An address or a path under a name of its own. */
export const form: Form = {
  example: {
    before: 'const get = async (id) => fetch(`${BASE}/pods/${id}`)',
    after:
      'const get = async (id) => {\n  const address = `${BASE}/pods/${id}`\n  return fetch(address)\n}'.replaceAll(
        '\n  ',
        '\n',
      ),
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return addressesIn(file).flatMap((address) => named(address, name('address')))
  }),
}
