import type { Logger } from '../exchange.ts'
import { openDisk, RecordFile } from './record-file.ts'
import { recordFormat } from './record-format.ts'
import { createRecorder, type Recorder } from './recorder.ts'

/** What `--record` asks for. */
export interface OpenRecorderOptions {
  readonly file: string
  readonly mostBytes: number
  /** The number of this process, where there are several: each has a file of its own. */
  readonly worker: number | undefined
  readonly logger: Logger
  readonly version: string
}

/** `calls.har` -> `calls.2.har` */
const fileOf = (file: string, worker: number | undefined): string =>
  worker === undefined ? file : file.replace(/(\.\w+)?$/, `.${worker}$1`)

/** Opens the record and everything behind it. @throws {NotARecord}, and what the disk says */
export const openRecorder = async (options: OpenRecorderOptions): Promise<Recorder> => {
  const { file, worker, version, logger, mostBytes } = options
  const format = recordFormat(file, version)
  const disk = await openDisk(fileOf(file, worker))
  return createRecorder({
    file: await RecordFile.open(disk, format),
    format,
    logger,
    mostBytes,
    now: Date.now,
  })
}
