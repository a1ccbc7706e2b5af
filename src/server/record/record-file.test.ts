import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDisk, RecordFile } from './record-file.ts'
import { readRecord, recordFormat } from './record-format.ts'
import { EXCHANGE, type RecordedExchange } from './recorded-exchange.ts'

const temporary = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'record-file-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const exchangeOf = (id: string): RecordedExchange => ({
  exchange: EXCHANGE,
  id,
  at: '2026-11-21T00:00:00.000Z',
  took: 3,
  dialect: 'v1',
  operation: 'v1.pods.list',
  request: { method: 'GET', path: '/v1/pods', query: '', headers: {}, body: '' },
  upstream: [],
  answer: { status: 200, headers: {}, body: '[]' },
})

test('a record is gone on with after a kill: what was cut off makes room, what was whole stays', async () => {
  const file = join(await temporary(), 'a.jsonl')
  const format = recordFormat(file, '0')
  const whole = format.write(exchangeOf('a'))
  const goOn = async (id: string): Promise<readonly string[]> => {
    const record = await RecordFile.open(await openDisk(file), format)
    await record.append([format.write(exchangeOf(id))])
    await record.close()
    return readRecord(await readFile(file, 'utf8')).map((one) => one.id)
  }
  await writeFile(file, whole + whole.slice(0, 50))
  expect(await goOn('b')).toEqual(['a', 'b'])
  await writeFile(file, whole.slice(0, 50))
  expect(await goOn('c')).toEqual(['c'])
  await writeFile(file, `${whole}{"pad":"${'x'.repeat(200_000)}`)
  expect(await goOn('d')).toEqual(['a', 'd'])
  await writeFile(file, whole + whole.trimEnd())
  expect(await goOn('e')).toEqual(['a', 'a', 'e'])
})

test("nobody's line is taken away from a file that holds something else", async () => {
  const file = join(await temporary(), 'a.jsonl')
  await writeFile(file, 'first\nsecond')
  await (await RecordFile.open(await openDisk(file), recordFormat(file, '0'))).close()
  expect(await readFile(file, 'utf8')).toBe('first\nsecond\n')
})
