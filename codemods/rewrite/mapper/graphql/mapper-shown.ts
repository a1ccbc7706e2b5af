import { readPath } from '../../../../mappings/dsl/source.ts'
import { gpuNamesRow, volumeRow } from '../helpers/catalog-names.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import type { CallMapper } from '../mapper.ts'
import type { CallNames, CallText } from './call-text.ts'

/** Whether some site asks for the names of GPUs, which the answers of pods do not hold. */
const namesGpus = ({ call, fields = [] }: CallMapper): boolean =>
  call.serves?.includes(gpuNamesRow.by) === true && fields.includes(gpuNamesRow.old)

/** Whether some site asks for the network volumes of pods. */
const showsVolumes = ({ call, fields = [] }: CallMapper): boolean =>
  call.serves?.includes(volumeRow.by) === true && fields.some((path) => path.startsWith(`${volumeRow.old}.`))

/** What is fetched before answers are shown, and how one is shown with it. */
export interface Showing extends Pick<CallText, 'lines' | 'helpers'> {
  /** An answer in the old words. */
  readonly of: (answer: string) => string
}

/**
 * Answers in the old words; what they take from elsewhere is fetched first.
 * @param made whether something was made, which must not be lost with what could not be looked up
 */
export const showing = (mapper: CallMapper, names: CallNames, made = false): Showing => {
  const [named, volumes] = [namesGpus(mapper), showsVolumes(mapper)]
  const caught = (nothing: string): string => (made ? `.catch(() => ${nothing})` : '')
  const read = (answer: string): string => `${names.read}(${answer}${named ? ', names' : ''})`
  return {
    lines: [
      ...(named ? [`const names = await gpuNames(apiKey, fields)${caught('({})')}§`] : []),
      ...(volumes ? [`const volumes = await volumesAsked(apiKey, fields)${caught('[]')}§`] : []),
    ],
    of: (answer) =>
      volumes
        ? `withVolume(${read(answer)}, ${readPath(`${answer}?`, String(volumeRow.reads))}, volumes)`
        : read(answer),
    helpers: [
      ...(named ? (['gpuNames'] as const) : []),
      ...(volumes ? (['volumesAsked', 'withVolume'] as const satisfies Helper[]) : []),
    ],
  }
}

/** A call's `answer` in the old words, as {@link showing} shows it. */
export const shown = (
  mapper: CallMapper,
  names: CallNames,
  made = false,
): Pick<CallText, 'lines' | 'value' | 'helpers'> => {
  const { lines, of, helpers } = showing(mapper, names, made)
  return { lines, value: of('answer'), helpers }
}
