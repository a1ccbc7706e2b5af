import { catalogPaths } from '../../../mappings/catalog.ts'
import { restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlTemplates } from '../../../mappings/graphql/template-rows.ts'
import { keptMount, publicTemplates } from '../../../mappings/graphql/templates.ts'
import { isTaken, refusedVolume, takenWords } from '../../../mappings/shared/templates.ts'
import { type Context, isNotFound, type Resolve } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Json } from '../json.ts'
import { pathOf, readList, writeFor } from './calls.ts'
import { badInput, defaultFor, inputOf, keptFields, lift, listOf, textOf } from './lift.ts'

const { create, update, read } = graphqlTemplates

const KEPT_ON_CREATE = keptFields(create)
const KEPT_ON_UPDATE = keptFields(update)

const LIST = 'myself.podTemplates'
const ONE = restCallFor('podTemplate')

const allTemplates = (context: Pick<Context, 'read'>): Promise<readonly Json[]> => readList(context, LIST)

/** Names are unique in the legacy API; v2 says nothing of it, so it is looked up: anew, as the caller may have just made one. @throws {Fault} */
const refuseTakenName = async (name: unknown, id: string | undefined, context: Context): Promise<void> => {
  const templates = await context.readAnew(restCallFor(LIST).path, (read) => allTemplates({ read }))
  if (isTaken(templates, name, id)) throw new Fault('refused', takenWords(name))
}

/** Creates without `id`, modifies with it. */
export const saveTemplate: Resolve = async (given, _selection, context) => {
  const { id, ...input } = inputOf(given)
  const refused = refusedVolume(input)
  if (refused) throw badInput(refused)
  return typeof id === 'string' && id !== ''
    ? updateTemplate(id, input, context)
    : createTemplate(input, context)
}

const createTemplate = async (input: Json, context: Context) => {
  const body = lift(create, input, context, KEPT_ON_CREATE)
  await refuseTakenName(input.name, undefined, context)
  const made = await context.write(writeFor('saveTemplate', { body, wording: create.wording }))
  return made && read.down(made)
}

const updateTemplate = async (id: string, input: Json, context: Context) => {
  const body = lift(update, input, context, KEPT_ON_UPDATE)
  await refuseTakenName(input.name, id, context)
  const whole = await withWholeMount(body, pathOf(ONE, id), context)
  const saved = await context.write(writeFor('saveTemplate', { id, body: whole, wording: update.wording }))
  const shown = saved && read.down(saved)
  if (input.volumeInGb === 0 && shown?.volumeInGb) context.note([{ code: 'DROPPED', ...keptMount }])
  return shown
}

const MOUNTED_AT = defaultFor(create, 'mounts.persistent.path')

/** v2 takes a mount whole or not at all: the missing half is the one that is there, or the legacy default. */
const withWholeMount = async (body: Json, path: string, context: Context): Promise<Json> => {
  const given = (body.mounts as { persistent?: Json } | undefined)?.persistent
  if (!given || (given.size !== undefined && given.path !== undefined)) return body
  const now = await context.read(path, ONE.path)
  const had = (now.mounts as { persistent?: Json } | undefined)?.persistent
  return { ...body, mounts: { persistent: { path: MOUNTED_AT, ...had, ...given } } }
}

/** By name, exactly: none and several are both refused, and then nothing is deleted. */
export const deleteTemplate: Resolve = async (given, _selection, context) => {
  const name = textOf(given, 'templateName')
  const hits = (await allTemplates(context)).filter((template) => template.name === name)
  const [hit] = hits
  if (!hit) throw new Fault('refused', restCallFor('deleteTemplate').missing ?? '')
  if (hits.length > 1) {
    const ids = hits.map(({ id }) => String(id)).join(', ')
    throw new Fault(
      'refused',
      `Several templates have this name (${ids}). Nothing was deleted: delete by id over REST v2.`,
    )
  }
  await context.write(writeFor('deleteTemplate', { id: String(hit.id) }))
  return null
}

/** An unknown id is null, without an error. */
export const podTemplate: Resolve = async (given, _selection, context) => {
  try {
    return read.down(await context.read(pathOf(ONE, textOf(given, 'id')), ONE.path))
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** The public catalog: official templates, or everybody else's. */
export const podTemplates: Resolve = async (given, _selection, context) => {
  const official = (given.input as { isRunpod?: boolean } | undefined)?.isRunpod
  const sources = official === false ? ['verified', 'community'] : ['official']
  const lists = await Promise.all(
    sources.map((source) =>
      context.read(`${catalogPaths.templates}?source=${source}`, catalogPaths.templates),
    ),
  )
  const { most, rule, why } = publicTemplates
  if (lists.some((list) => listOf(list, 'templates').length >= most))
    context.note([{ code: 'LOSSY', at: 'podTemplates', rule, why }])
  return lists
    .flatMap((list) => listOf(list, 'templates'))
    .map((template) => ({
      ...read.down(template),
      isRunpod: official !== false,
    }))
}

/** The caller's own. */
export const myTemplates: Resolve = async (_given, _selection, context) =>
  (await allTemplates(context)).map(read.down)
