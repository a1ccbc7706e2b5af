import { join } from 'node:path'
import { isFile } from '../tree/look.ts'
import { above } from './alias.ts'

/** What stands at the head of what is built, deployed or published by itself: a package, or a project of an Nx workspace. */
const HEADS = ['package.json', 'project.json']

/**
 * The directory of the package that a directory is part of. Each package of a repository gets a module of its own: one that
 * two of them imported from outside would be missing where only one is built (`rootDir`), deployed or published.
 */
export const homeOf = (directory: string): string | undefined =>
  above(directory).find((one) => HEADS.some((name) => isFile(join(one, name))))
