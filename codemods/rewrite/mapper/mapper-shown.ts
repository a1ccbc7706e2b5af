import type { CallNames, CallText } from './call-text.ts'
import { gpuNamesRow } from './catalog-names.ts'
import type { CallMapper } from './mapper.ts'

/** Whether some site asks for the names of GPUs, which the answers of pods do not hold. */
export const namesGpus = ({ call, fields = [] }: CallMapper): boolean =>
  call.serves?.includes('gpuNames') === true && fields.includes(gpuNamesRow.old)

/** An answer in the old words; what it takes from the catalog is fetched first. */
export const shown = (
  mapper: CallMapper,
  names: CallNames,
  answer: string,
  made = false,
): Pick<CallText, 'lines' | 'value' | 'helpers'> => {
  if (!namesGpus(mapper)) return { lines: [], value: `${names.read}(${answer})`, helpers: [] }
  // What was made must not be lost with a name that could not be looked up.
  const caught = made ? '.catch(() => ({}))' : ''
  return {
    lines: [`const names = await gpuNames(apiKey, fields)${caught}§`],
    value: `${names.read}(${answer}, names)`,
    helpers: ['gpuNames'],
  }
}
