import { lex, type Stretch } from '../text/lex.ts'
import { literalsOf } from '../text/literals.ts'
import type { Piece } from '../text/pieces.ts'
import type { CompiledVocabulary, Family } from '../words/vocabulary.ts'
import { type Bases, basesOf, type HostSite, hostSites } from './addresses.ts'
import { type PathSite, pathSites } from './calls.ts'
import { documentNames } from './document-names.ts'
import { type OperationSite, operationSites } from './documents.ts'
import { withNamedPaths } from './named-paths.ts'
import { type NameSite, nameSites } from './names.ts'

/** What is known about a file before it is read: what its neighbours call. */
export interface Surroundings {
  /** APIs that files of the same project call by address. */
  readonly project: ReadonlySet<Family>
  /** A file that calls a legacy address is imported here, or lies in the same directory. */
  readonly linked: boolean
  /** Names that files of the same project give to base addresses, as far as this file can mean them. */
  readonly bases?: Bases
}

/** What one piece of a file holds. */
export interface Sighting {
  readonly piece: Piece
  readonly stretches: readonly Stretch[]
  readonly hosts: readonly HostSite[]
  readonly bases: Bases
  readonly paths: readonly PathSite[]
  readonly operations: readonly OperationSite[]
  readonly names: readonly NameSite[]
}

/** What a document says of its fields goes before what their names alone say. */
const namesIn = (
  { text, language }: Piece,
  stretches: readonly Stretch[],
  operations: readonly OperationSite[],
  vocabulary: CompiledVocabulary,
): readonly NameSite[] => {
  const inDocuments = documentNames(operations, vocabulary)
  const known = new Set(
    operations.flatMap(({ sure, fields }) => (sure ? fields.map(({ start }) => start) : [])),
  )
  const others = nameSites(text, stretches, vocabulary, language).filter(({ start }) => !known.has(start))
  return [...inDocuments, ...others].sort((a, b) => a.start - b.start)
}

/** Looks one piece over: addresses, paths, documents and names. */
export const sight = (piece: Piece, vocabulary: CompiledVocabulary, outer: Bases = new Map()): Sighting => {
  const { text, language } = piece
  const stretches = lex(text, language)
  const literals = literalsOf(text, stretches, language)
  const hosts = hostSites(literals, vocabulary)
  const bases = basesOf(text, hosts, outer)
  const prose = language.name === 'markdown'
  const operations = prose ? [] : operationSites(literals, vocabulary)
  const written = prose ? [] : pathSites(text, literals, hosts, bases, vocabulary)
  return {
    piece,
    stretches,
    hosts,
    bases,
    // What becomes of values in JavaScript is the codemod's to follow.
    paths: language.name === 'javascript' ? written : withNamedPaths(text, literals, written, vocabulary),
    operations,
    names: prose ? [] : namesIn(piece, stretches, operations, vocabulary),
  }
}

/** A file's own evidence, over all its pieces. */
export interface Evidence {
  readonly families: ReadonlySet<Family>
  readonly surroundings: Surroundings
  readonly script: boolean
  readonly vocabulary: CompiledVocabulary
}

/** Languages that make calls; the others only hold configuration. */
export const CODE: readonly string[] = [
  'javascript',
  'python',
  'go',
  'java',
  'csharp',
  'php',
  'ruby',
  'rust',
  'c',
  'shell',
  'powershell',
]
