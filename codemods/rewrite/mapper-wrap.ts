import { type Dialect, printed } from './mapper-helpers.ts'
import type { Helper } from './mapper-printer.ts'
import type { Style } from './style.ts'

/** What the value of a GraphQL call looked like, where it was more than `data`. */
export type Dress = 'answer' | 'response' | 'reply'

/** Dressing up, or putting together what stays on GraphQL with what comes from v2. */
export type Wrap = Dress | 'dataWith' | 'answerWith' | 'responseWith' | 'replyWith'

interface WrapText {
  readonly name: string
  readonly about: string
  readonly text: string
  readonly helpers?: readonly Helper[]
  readonly needs?: readonly Wrap[]
}

/** The name of a wrap's function. */
export const wrapName = (wrap: Wrap): string => WRAPS[wrap].name

/** The other wraps that one calls. */
export const wrapNeeds = (wrap: Wrap): readonly Wrap[] => WRAPS[wrap].needs ?? []

/** The wrap a name belongs to. */
export const wrapNamed = (name: string): Wrap | undefined =>
  (Object.keys(WRAPS) as Wrap[]).find((wrap) => WRAPS[wrap].name === name)

/** Prints the function that dresses `data` up as what the program expects of its call. */
export const printWrap = (
  wrap: Wrap,
  dialect: Dialect,
  style: Style,
): { text: string; helpers: readonly Helper[] } => {
  const { about, name, text, helpers = [] } = WRAPS[wrap]
  const exported = dialect === 'cjs' ? '' : 'export '
  return {
    text: printed(`/** ${about} */\n${exported}const ${name} = async ${text}§`, dialect, style),
    helpers,
  }
}

const WRAPS: Record<Wrap, WrapText> = {
  answer: {
    name: 'graphqlAnswer',
    about: 'A whole GraphQL answer: `data`, or what v2 refused among `errors`.',
    helpers: ['errorsOf'],
    text: `<T = any>(data: Promise<any>): Promise<T> => {
  try {
    return { data: await data } as T§
  } catch (error: any) {
    return errorsOf(error) as T§
  }
}`,
  },
  response: {
    name: 'graphqlResponse',
    about:
      'The same as a Response: GraphQL answered 200 to what it refused, unless it was the key, the rate or a fault.',
    helpers: ['errorsOf', 'statusOf'],
    text: `(data: Promise<any>): Promise<Response> => {
  try {
    return Response.json({ data: await data })§
  } catch (error: any) {
    return Response.json(errorsOf(error), { status: statusOf(error) })§
  }
}`,
  },
  reply: {
    name: 'graphqlReply',
    about: 'The same as axios gives it, or throws it.',
    helpers: ['errorsOf', 'statusOf'],
    text: `<T = any>(data: Promise<any>): Promise<{ status: number; data: T; [name: string]: any }> => {
  try {
    return { status: 200, data: { data: await data } as T }§
  } catch (error: any) {
    const response = { status: statusOf(error), data: errorsOf(error) as T }§
    if (response.status !== 200) throw Object.assign(error, { response })§
    return response§
  }
}`,
  },
  dataWith: {
    name: 'dataWith',
    about: '`data` in two parts.',
    helpers: ['merge'],
    text: `<T = any>(first: Promise<any>, second: Promise<any>): Promise<T> => {
  const [one, two] = await Promise.all([first, second])§
  return merge(one, two) as T§
}`,
  },
  answerWith: {
    name: 'answerWith',
    about: 'What GraphQL answered, and among its `data` what now comes from REST v2.',
    helpers: ['together'],
    needs: ['answer'],
    text: `<T = any>(rest: Promise<any>, v2: Promise<any>): Promise<T> => {
  const [one, two] = await Promise.all([rest, graphqlAnswer(v2)])§
  return together(one, two) as T§
}`,
  },
  responseWith: {
    name: 'responseWith',
    about: 'The same as a Response.',
    helpers: ['together'],
    needs: ['answer'],
    text: `(rest: Promise<Response>, v2: Promise<any>): Promise<Response> => {
  const [response, two] = await Promise.all([rest, graphqlAnswer(v2)])§
  return response.ok ? Response.json(together(await response.json(), two)) : response§
}`,
  },
  replyWith: {
    name: 'replyWith',
    about: 'The same as axios gives it.',
    helpers: ['together'],
    needs: ['answer'],
    text: `<T = any>(rest: Promise<any>, v2: Promise<any>): Promise<{ status: number; data: T; [name: string]: any }> => {
  const [reply, two] = await Promise.all([rest, graphqlAnswer(v2)])§
  return { ...reply, data: together(reply.data, two) as T }§
}`,
  },
}

/** Every wrap there is. */
export const WRAP_KINDS = Object.keys(WRAPS) as readonly Wrap[]
