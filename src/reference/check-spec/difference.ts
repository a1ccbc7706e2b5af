/** What kind of difference: something one side lacks, or something both describe differently. */
export type SpecDifferenceCode =
  | 'OPERATION_NEW'
  | 'OPERATION_GONE'
  | 'STATUS'
  | 'FIELD_NEW'
  | 'FIELD_GONE'
  | 'REQUIRED'
  | 'NULLABLE'
  | 'TYPE'
  | 'VALUES'
  | 'LIMIT'
  | 'LIST_STYLE'

/** One difference between a published document and the schemas here. */
export interface SpecDifference {
  readonly code: SpecDifferenceCode
  /** `POST /v2/pods`, path parameters without their names. */
  readonly operation: string
  /** Where in the call: `query gpuTypeId`, `request gpu.id`, `response mounts.network[].path`; `''` is the call itself. */
  readonly at: string
  /** What the published document says. */
  readonly published: string
  /** What the schemas here say. */
  readonly ours: string
}
