import type { ts } from 'ts-morph'
import type { Site } from '../sites/sites.ts'

/** Tells of a place in a file, as an offset, which setting alone says where the call goes that it is part of. */
export type SettingOf = (file: ts.SourceFile, at: number) => string | undefined

/** The same of calls whose address begins with what the environment says, and with nothing that the program says beside it. */
export const settingsOf = (sites: readonly Site[]): SettingOf => {
  const asked = sites.flatMap(({ top, located }) => {
    const [setting, ...others] = new Set(
      located.map(({ family, hidden }) => family === 'open' && hidden?.env && hidden.node.getText()),
    )
    return setting && others.length === 0 && ENVIRONMENT.test(setting) ? [{ top, setting }] : []
  })
  return (file, at) =>
    asked.find(({ top }) => top.getSourceFile() === file && top.getStart() <= at && at < top.end)?.setting
}

const ENVIRONMENT = /\benv\b/
