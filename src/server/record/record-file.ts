import { type FileHandle, open } from 'node:fs/promises'
import type { RecordFormat } from './record-format.ts'

/** What a record needs of a file; a test may hand in a disk that is full. */
export type Disk = Pick<FileHandle, 'write' | 'truncate' | 'read' | 'stat' | 'close'>

/** The file is there already and holds something else. */
export class NotARecord extends Error {
  override readonly name = 'NotARecord'
}

/** For the eyes of whoever runs the proxy alone. */
const MODE = 0o600

/** Opens a file for reading and writing without emptying it. */
export const openDisk = (file: string): Promise<Disk> => open(file, 'a+', MODE).then(reopen(file))

/** Append mode ignores positions: once the file is there it is opened again without it. */
const reopen = (file: string) => async (first: FileHandle) => {
  await first.close()
  return open(file, 'r+', MODE)
}

const writeAll = async (disk: Disk, text: string, position: number): Promise<void> => {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await disk.write(bytes, done, bytes.length - done, position + done)
    // A disk with no room left may take nothing without calling it an error.
    if (bytesWritten === 0) throw new Error('the disk took nothing')
    done += bytesWritten
  }
}

const readAll = async (disk: Disk, into: Buffer, position: number): Promise<void> => {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await disk.read(into, done, into.length - done, position + done)
    if (bytesRead === 0) throw new Error('the file became shorter while it was read')
    done += bytesRead
  }
}

const BLOCK = 65_536 // bytes

/** Where the last line of a file begins. */
const lastLine = async (disk: Disk, size: number): Promise<number> => {
  for (let end = size; end > 0; end -= BLOCK) {
    const block = Buffer.alloc(Math.min(BLOCK, end))
    await readAll(disk, block, end - block.length)
    const at = block.lastIndexOf('\n')
    if (at >= 0) return end - block.length + at + 1
  }
  return 0
}

/** Whether a text is the beginning of an object, and no more. */
const isCut = (line: string): boolean => {
  if (!line.startsWith('{')) return false
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

/** A record on a disk: whole after every batch, and brought back to its last whole state when a batch fails. */
export class RecordFile {
  readonly #disk: Disk
  readonly #format: RecordFormat
  /** Where the next entry goes: behind the last whole one. */
  #end: number
  #isEmpty: boolean

  private constructor(disk: Disk, format: RecordFormat, end: number, isEmpty: boolean) {
    this.#disk = disk
    this.#format = format
    this.#end = end
    this.#isEmpty = isEmpty
  }

  /** Goes on with a record that is there. @throws {NotARecord}, and what the disk says */
  static async open(disk: Disk, format: RecordFormat): Promise<RecordFile> {
    const { size } = await disk.stat()
    const [head, tail] = [Buffer.byteLength(format.head), Buffer.byteLength(format.tail)]
    if (size === 0) return RecordFile.#fresh(disk, format)
    const last = Buffer.alloc(Math.min(size, tail || 1))
    await disk.read(last, 0, last.length, size - last.length)
    if (size < head + tail || (tail > 0 && last.toString() !== format.tail))
      throw new NotARecord('the file is there and is no such record')
    const made = new RecordFile(disk, format, size - tail, size === head + tail)
    if (tail === 0 && last.toString() !== '\n') await made.#beginLine()
    return made
  }

  /** What a kill cut off of the last line is no entry, and makes room; what is whole, or nobody's entry, ends its line. */
  async #beginLine(): Promise<void> {
    const start = await lastLine(this.#disk, this.#end)
    const line = Buffer.alloc(this.#end - start)
    await readAll(this.#disk, line, start)
    if (!isCut(line.toString())) return this.#put('\n')
    await this.#disk.truncate(start)
    this.#end = start
  }

  static async #fresh(disk: Disk, format: RecordFormat): Promise<RecordFile> {
    await writeAll(disk, format.head + format.tail, 0)
    return new RecordFile(disk, format, Buffer.byteLength(format.head), true)
  }

  /** Bytes of whole entries. */
  get size(): number {
    return this.#end
  }

  /** Adds entries, all or none. @throws what the disk says */
  async append(entries: readonly string[]): Promise<void> {
    const { separator } = this.#format
    await this.#put(`${this.#isEmpty ? '' : separator}${entries.join(separator)}`)
    this.#isEmpty = false
  }

  close(): Promise<void> {
    return this.#disk.close()
  }

  async #put(text: string): Promise<void> {
    try {
      await writeAll(this.#disk, text + this.#format.tail, this.#end)
      this.#end += Buffer.byteLength(text)
    } catch (error) {
      await this.#back().catch(() => {})
      throw error
    }
  }

  /** What was cut off makes room for the tail. */
  async #back(): Promise<void> {
    await this.#disk.truncate(this.#end)
    if (this.#format.tail) await writeAll(this.#disk, this.#format.tail, this.#end)
  }
}
