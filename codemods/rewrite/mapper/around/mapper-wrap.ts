import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import type { Style } from '../helpers/style.ts'

/** What the value of a GraphQL call looked like, where it was more than `data`. */
export type Wrap = 'answer' | 'checked' | 'response' | 'reply' | 'request' | 'fields' | 'steps' | 'rest'

interface WrapText {
  readonly name: string
  readonly about: string
  readonly text: string
  readonly helpers: readonly Helper[]
}

/** The name of a wrap's function. */
export const wrapName = (wrap: Wrap): string => WRAPS[wrap].name

/** Prints the function that dresses `data` up as what the program expects of its call. */
export const printWrap = (
  wrap: Wrap,
  dialect: Dialect,
  style: Style,
): { text: string; helpers: readonly Helper[] } => {
  const { about, name, text, helpers } = WRAPS[wrap]
  const exported = dialect === 'cjs' ? '' : 'export '
  return {
    text: printed(`/** ${about} */\n${exported}const ${name} = async ${text}§`, dialect, style),
    helpers,
  }
}

const WRAPS: Record<Wrap, WrapText> = {
  answer: {
    name: 'graphqlAnswerV2',
    about:
      'A whole GraphQL answer: `data`, or what v2 refused among `errors`, beside what GraphQL then gave for `data`.',
    helpers: ['errorsOf'],
    text: `<T = any>(data: Promise<any>, nothing: any = null): Promise<T> => {
  try {
    return { data: await data } as T§
  } catch (error: any) {
    if (error.status >= 500) throw error§
    return errorsOf(error, nothing) as T§
  }
}`,
  },
  checked: {
    name: 'graphqlCheckedV2',
    about:
      'The same, for programs whose client throws where the key, the rate or a fault was refused by another status.',
    helpers: ['errorsOf', 'statusOf'],
    text: `<T = any>(data: Promise<any>, nothing: any = null): Promise<T> => {
  try {
    return { data: await data } as T§
  } catch (error: any) {
    if (statusOf(error) !== 200) throw error§
    return errorsOf(error, nothing) as T§
  }
}`,
  },
  response: {
    name: 'graphqlResponseV2',
    about:
      'The same as a Response: GraphQL answered 200 to what it refused, unless it was the key, the rate or a fault.',
    helpers: ['errorsOf', 'statusOf'],
    text: `(data: Promise<any>, nothing: any = null): Promise<Response> => {
  try {
    return Response.json({ data: await data })§
  } catch (error: any) {
    const status = statusOf(error)§
    return status >= 500 ? new Response(error.message, { status }) : Response.json(errorsOf(error, nothing), { status })§
  }
}`,
  },
  fields: {
    name: 'graphqlFieldsV2',
    about: 'Several fields of a query at once, each under its key, with what is still asked of GraphQL.',
    helpers: ['gathered'],
    text: `<T = any>(fields: any, rest: any = undefined): Promise<T> => {
  const [others, ...results]: any = await Promise.allSettled([rest, ...Object.values(fields)])§
  if (others.reason && !others.reason.errors) throw others.reason§
  return gathered(Object.keys(fields), results, others.reason ?? { data: others.value }) as T§
}`,
  },
  steps: {
    name: 'graphqlStepsV2',
    about:
      'Several fields of a mutation one after the other, each under its key. What is refused holds none of the others up.',
    helpers: ['gathered', 'isOpen'],
    text: `<T = any>(steps: any): Promise<T> => {
  const results: any = []§
  for (const name of Object.keys(steps)) {
    const [result]: any = await Promise.allSettled([steps[name]()])§
    results.push(result)§
    // Nobody knows what became of it: what was to come after it must not be done.
    if (isOpen(result.reason)) break§
  }
  return gathered(Object.keys(steps), results, {}) as T§
}`,
  },
  rest: {
    name: 'graphqlRestV2',
    about: 'What GraphQL still answers: its `data`, or what it refused, thrown.',
    helpers: [],
    text: `(answer: Promise<any>): Promise<any> => {
  const { data, errors } = await answer§
  if (errors) throw Object.assign(new Error(errors[0].message), { data, errors })§
  return data§
}`,
  },
  request: {
    name: 'graphqlRequestV2',
    about: 'The same as graphql-request throws it: what v2 refused is among the errors of its `response`.',
    helpers: ['errorsOf', 'statusOf'],
    text: `<T = any>(data: Promise<T>, nothing: any = null): Promise<T> => {
  try {
    return await data§
  } catch (error: any) {
    const status = statusOf(error)§
    const response = { status, ...(status >= 500 ? { error: error.message } : errorsOf(error, nothing)) }§
    throw Object.assign(error, { response })§
  }
}`,
  },
  reply: {
    name: 'graphqlReplyV2',
    about: 'The same as axios gives it, or throws it.',
    helpers: ['errorsOf', 'statusOf'],
    text: `<T = any>(data: Promise<any>, nothing: any = null): Promise<{ status: number; data: T; [name: string]: any }> => {
  try {
    return { status: 200, data: { data: await data } as T }§
  } catch (error: any) {
    const status = statusOf(error)§
    error.isAxiosError = true§
    if (status >= 500) throw Object.assign(error, { response: { status, data: error.message } })§
    const response = { status, data: errorsOf(error, nothing) as T }§
    if (status !== 200) throw Object.assign(error, { response })§
    return response§
  }
}`,
  },
}

/** Every wrap there is. */
export const WRAP_KINDS = Object.keys(WRAPS) as readonly Wrap[]
