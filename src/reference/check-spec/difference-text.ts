import type { SpecDifference, SpecDifferenceCode } from './difference.ts'

const SAYING = {
  OPERATION_NEW: 'is published but unknown here',
  OPERATION_GONE: 'is known here but no longer published',
  STATUS: 'answers other statuses',
  FIELD_NEW: 'is published but unknown here',
  FIELD_GONE: 'is known here but no longer published',
  REQUIRED: 'differs in being required',
  NULLABLE: 'differs in being nullable',
  TYPE: 'has another type',
  VALUES: 'lists other values',
  LIMIT: 'has another limit',
  LIST_STYLE: 'writes lists another way',
} as const satisfies Record<SpecDifferenceCode, string>

/** A difference as one line for people. */
export const differenceText = ({ code, operation, at, published, ours }: SpecDifference): string =>
  `${[operation, at].filter((part) => part !== '').join(' ')} ${SAYING[code]} (published: ${published}; here: ${ours})`
