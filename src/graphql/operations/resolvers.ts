import type { Resolvers } from '../run.ts'
import { mySecrets, secretCreate, secretDelete } from './secrets.ts'
import { deleteTemplate, myTemplates, podTemplate, podTemplates, saveTemplate } from './templates.ts'

/** Which function answers which field; where a field is answered is the mapping's business. */
export const queryResolvers: Resolvers = { podTemplate, podTemplates }

export const mutationResolvers: Resolvers = { saveTemplate, deleteTemplate, secretCreate, secretDelete }

/** Children of `myself`. */
export const childResolvers: Resolvers = { podTemplates: myTemplates, secrets: mySecrets }
