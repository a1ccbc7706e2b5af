import type { Template } from '../../../mappings/schemas/v2/templates.ts'

/** A template of the account, with what the service knows about it and does not answer. */
export interface TemplateRecord {
  readonly template: Template
  /** The endpoint this copy belongs to: it goes when the endpoint goes, and not before. */
  readonly endpointId?: string
}
