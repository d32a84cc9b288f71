// The format of a backup: text, gzipped, readable by any tool (`zcat backup.gz | less`). Written by
// storage/backup/dump.ts, read by load.ts.
//   {"format":"troupe-backup","version":1,...}          the header: what it holds and who made it
//   {"table":"users","columns":["id",...],"rows":3,"sum":"81..."}   then for each table its figures ...
//   anna\t...                                           ... its rows as COPY writes them
//   \.                                                  ... a line that no row can be
//   {"sequences":{...}}
//   {"end":true,"rows":4711,"sha256":"..."}             of every byte before it: a cut backup is refused
// COPY escapes line breaks and backslashes, so a row is one line.
import { createHash, type Hash } from 'node:crypto'

export interface DumpHeader {
  readonly format: 'troupe-backup'
  readonly version: 1
  /** Unix ms. */
  readonly createdAt: number
  /** Version of Troupe. */
  readonly madeBy: string
  readonly migrations: readonly string[]
  /** Ids of the master keys that seal its secrets: without those keys the secrets cannot be read. */
  readonly keyIds: readonly string[]
}

export interface TableMark {
  readonly table: string
  readonly columns: readonly string[]
  /** Of storage/backup/table-sums.ts. Both are missing in backups of earlier versions. */
  readonly rows?: number
  readonly sum?: string
}

export type DumpMark =
  | TableMark
  | { readonly sequences: Readonly<Record<string, number>> }
  | { readonly end: true; readonly rows: number; readonly sha256: string }

export const endOfRows = '\\.\n'
const newline = 0x0a

/** A line of the backup that is not a row. */
export function markLine(mark: DumpHeader | DumpMark): Buffer {
  return Buffer.from(`${JSON.stringify(mark)}\n`)
}

/** Reads a backup line by line, and hashes it on the way. */
export class DumpReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  rows = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** @throws {Error} the line is not a mark, or the backup was cut off */
  async mark<T extends DumpHeader | DumpMark>(): Promise<T> {
    const line = await this.#line()
    const mark = markOf<T>(line)
    if (mark === null) throw new Error('this is not a backup of Troupe, or it is damaged')
    if (!('end' in mark)) this.#hash.update(line)
    return mark
  }

  /** The rows of the table whose mark was just read, many to a chunk. */
  async *table(): AsyncGenerator<Buffer> {
    let gathered: Buffer[] = []
    let bytes = 0
    for (;;) {
      const line = await this.#line()
      this.#hash.update(line)
      if (line.length === endOfRows.length && line.equals(Buffer.from(endOfRows))) break
      this.rows++
      gathered.push(line)
      bytes += line.length
      if (bytes < 65_536) continue
      yield Buffer.concat(gathered)
      gathered = []
      bytes = 0
    }
    if (bytes > 0) yield Buffer.concat(gathered)
  }

  /** Hash of everything read so far, except the end mark. */
  sum(): string {
    return this.#hash.copy().digest('hex')
  }

  async #line(): Promise<Buffer> {
    const parts: Buffer[] = []
    for (;;) {
      const end = this.#rest.indexOf(newline)
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end + 1))
        this.#rest = this.#rest.subarray(end + 1)
        return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
      }
      if (this.#rest.length > 0) parts.push(this.#rest)
      const { value, done } = await this.#source.next()
      if (done) throw new Error('the backup ends too early: it was cut off')
      this.#rest = value
    }
  }
}

function markOf<T extends object>(line: Buffer): T | null {
  try {
    const mark: unknown = JSON.parse(line.toString())
    return typeof mark === 'object' ? (mark as T | null) : null
  } catch {
    return null
  }
}
