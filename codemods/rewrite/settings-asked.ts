import type { ts } from 'ts-morph'
import { documentTexts } from '../sites/site-texts.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/values/trace.ts'

/** Tells of a place in a file, as an offset, which setting alone says where the call goes that it is part of. */
export type SettingOf = (file: ts.SourceFile, at: number) => string | undefined

interface Asked {
  readonly site: Site
  /** What the environment says, as the program asks for it. */
  readonly setting: string
}

/**
 * The same of calls whose address begins with what the environment says, and with nothing that the program says beside it;
 * also where a document of theirs is kept by a name.
 */
export const settingsOf = (trace: Trace, sites: readonly Site[]): SettingOf => {
  const asked = sites.flatMap((site): Asked[] => {
    const [setting, ...others] = new Set(
      site.located.map(({ family, hidden }) => family === 'open' && hidden?.env && hidden.node.getText()),
    )
    return setting && others.length === 0 && ENVIRONMENT.test(setting) ? [{ site, setting }] : []
  })
  return (file, at) =>
    asked.find(({ site }) => isIn(site.top, file, at) || says(trace, site, file, at))?.setting
}

const isIn = (top: ts.Node, file: ts.SourceFile, at: number): boolean =>
  top.getSourceFile() === file && top.getStart() <= at && at < top.end

/** Whether a place is in the document that a call sends. */
const says = (trace: Trace, site: Site, file: ts.SourceFile, at: number): boolean =>
  documentTexts(trace, site)
    .flatMap(({ pieces }) => pieces)
    .some(
      (one) =>
        one.kind === 'written' && one.file === file && one.start <= at && at < one.start + one.text.length,
    )

const ENVIRONMENT = /\benv\b/
