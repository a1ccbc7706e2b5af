import type { ts } from 'ts-morph'
import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { ERROR_TAKERS } from '../../sites/served/error-takers.ts'
import { ROUTE_DATA } from '../../sites/served/loaders.ts'
import { isPageBeside } from '../pages/page-beside.ts'
import { readCode } from '../pages/read-code.ts'
import { gate } from '../tree/gate.ts'
import { escaped } from '../tree/holding.ts'
import { few } from './few.ts'

/**
 * What is sent, or kept, under a name: `bus.emit('pod', pod)`, `queue.add('sweep', { pod })`, `new Queue('pods')`,
 * `localStorage.setItem('pods', …)`, `writeFileSync('pods.json', …)`.
 */
const SENDS =
  /(?:\.(?:emit|add|send|handle|setItem)\(\s*|\bwriteFile(?:Sync)?\(\s*|\bnew \w*Queue(?:<[^>]*>)?\(\s*)['"`]([\w:./-]+)['"`]/g

/** What streams, sockets and processes send of themselves. */
const OF_STREAMS =
  /^(error|data|end|close|finish|message|open|connect(ion)?|disconnect|exit|ready|drain|listening|request|response|upgrade|abort|timeout|change|warning)$/

/** `pods: publicProcedure.query(…)` */
const PROCEDURE = /\b(\w+)\s*:\s*(?:\w+\.)?\w*[pP]rocedure\b/g

/** What takes jobs of a queue, whose name it says. */
const WORKS = /\bnew Worker\b|\.process\(/

type File = Pick<ts.SourceFile, 'text'>

const namesBy = (pattern: RegExp, files: readonly File[]): string[] => [
  ...new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
]

/** `createSlice({ name: 'pods', … })`, which selectors find by that name. */
const SLICE = /\bcreateSlice\(\s*\{\s*name:\s*['"`](\w+)/g

/** A reducer that may keep what a call gives, and what puts reducers together, under names of its own. */
const REDUCES = /\bcreateSlice\b|\baction\.type\b/
const MOUNTING: readonly string[] = ['combineReducers(', 'configureStore(']

/** `combineReducers({ fleet: podsReducer })`, `configureStore({ reducer: { fleet } })` */
const mountedIn = (files: readonly File[]): string[] =>
  files
    .flatMap(({ text }) => [...text.matchAll(/(?:\bcombineReducers\(|\breducer\s*:)\s*\{([^}]*)\}/g)])
    .flatMap(([, members = '']) => members.split(','))
    .flatMap((member) => /^\s*(\w+)/.exec(member)?.[1] ?? [])

const withTexts = (read: readonly File[], paths: readonly string[]): readonly File[] => [
  ...read,
  ...paths.map((path) => ({ text: readCode(path) ?? '' })),
]

/** What a window of Electron's is given to ask the program by: `contextBridge.exposeInMainWorld('api', …)`. */
const BRIDGES: readonly string[] = ['exposeInMainWorld(']
const BRIDGED = /\bexposeInMainWorld\(\s*['"`](\w+)/g

/** What sends to another thread or process, and what takes that there. */
const POSTS = /\.postMessage\(|\bprocess\.send\b/
const MESSAGES: readonly string[] = ["'message'", '"message"', 'onmessage']

/** A module of Vuex, and what has its state without an import of it. */
const MUTATES = /\bmutations\s*[:=]\s*\{/
const STORES: readonly string[] = ['mapState(', 'mapGetters(', '$store.']

/**
 * Files that take what the program sends under a name, asks for by one of its procedures, keeps in a slice or loads for a page,
 * and may read of it what v2 does not say; of a program of Nest's, what takes its errors.
 */
export const takersElsewhere = (
  read: readonly ts.SourceFile[],
  unread: readonly string[],
): readonly string[] => {
  const sent = namesBy(SENDS, read).filter((name) => !OF_STREAMS.test(name))
  const quoted = sent.flatMap((name) => [`'${name}'`, `"${name}"`, `\`${name}\``])
  const asked = namesBy(PROCEDURE, read).flatMap((name) => [`.${name}.use`, `.${name}.query`])
  const mounting = read.some(({ text }) => REDUCES.test(text)) ? gate(unread, MOUNTING).strong : []
  const kept = [...namesBy(SLICE, read), ...mountedIn(withTexts(read, mounting))].map((name) => `.${name}`)
  const bridges = read.some(({ text }) => text.includes('ipcMain')) ? gate(unread, BRIDGES).strong : []
  const windows = namesBy(BRIDGED, withTexts(read, bridges)).map((name) => `${name}.`)
  const posting = read.some(({ text }) => POSTS.test(text)) ? MESSAGES : []
  const loading = read.some(({ text }) => /\bloader\b/.test(text)) ? [ROUTE_DATA] : []
  const storing = read.some(({ text }) => MUTATES.test(text)) ? STORES : []
  const takes = takingOf(sent, [...asked, ...windows, ...posting, ...loading, ...storing], kept)
  const readsLost = mayReadLost()
  const isTaker = (path: string): boolean => {
    const text = readCode(path) ?? ''
    return takes(text) && readsLost(text)
  }
  const filters = read.some(({ text }) => text.includes('@Controller('))
    ? gate(unread, ERROR_TAKERS).strong
    : []
  const words = [...quoted, ...asked, ...windows, ...posting, ...loading, ...storing, ...kept]
  const naming = gate(unread, words).strong.filter(isTaker)
  const pages = unread.filter((page) => read.some(({ fileName }) => isPageBeside(fileName, page)))
  return few([
    ...naming,
    ...mounting,
    ...bridges,
    ...filters,
    ...pages.filter((path) => readsLost(readCode(path) ?? '')),
  ])
}

/** Tells of a text whether it takes what is sent under one of some names, asks for one of others, or selects one of a store's. */
const takingOf = (
  sent: readonly string[],
  asked: readonly string[],
  kept: readonly string[],
): ((text: string) => boolean) => {
  const names = sent.map(escaped).join('|')
  const listens = new RegExp(
    `\\b(?:on|once|invoke|OnEvent|getItem|readFile|readFileSync|\\w*[lL]istener)\\(\\s*['"\`](?:${names})['"\`]`,
  )
  const has = (words: readonly string[], text: string): boolean => words.some((one) => text.includes(one))
  return (text) =>
    (sent.length > 0 && (listens.test(text) || WORKS.test(text))) ||
    has(asked, text) ||
    (text.includes('Selector') && has(kept, text))
}
