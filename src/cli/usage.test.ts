import { afterEach, expect, test, vi } from 'vitest'
import { auditCommand } from './audit.ts'
import { codemod } from './codemod.ts'
import type { Command } from './command.ts'
import { explainCommand } from './explain.ts'
import { mappingCommand } from './mapping.ts'
import { replayCommand } from './replay.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const FILE = import.meta.filename

/** What a command says of its arguments, and its exit code. */
const said = async (command: Command, argv: readonly string[]): Promise<readonly [string, number]> => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await command(argv)
  return [lines.mock.calls.join('\n'), code]
}

test.each<[string, Command, readonly string[], RegExp]>([
  ['audit', auditCommand, [FILE, '--format', 'xml'], /--format must be one of text, json, sarif.*not "xml"/],
  ['audit', auditCommand, [FILE, 'nowhere'], /^upshift audit: no such file or directory: nowhere\n/],
  ['codemod', codemod, [FILE, '--format', 'xml'], /--format must be one of text, json, sarif.*not "xml"/],
  ['codemod', codemod, ['nowhere'], /^upshift codemod: no such file or directory: nowhere\n/],
  ['explain', explainCommand, ['--format', 'xml', 'curl x'], /--format must be one of curl, http, json/],
  ['mapping', mappingCommand, ['--format', 'xml'], /--format must be one of markdown, json, html/],
  ['replay', replayCommand, [FILE, '--format', 'xml'], /--format must be one of text, json/],
  ['replay', replayCommand, ['--nope'], /^upshift replay: Unknown option '--nope'/],
])(
  '%s %#: a mistake is said with what would do, and with where the options stand',
  async (name, command, argv, words) => {
    const [text, code] = await said(command, argv)
    expect(text).toMatch(words)
    expect(text).toContain(`upshift ${name} --help shows the options.`)
    expect(code).toBe(2)
  },
)
