// Reads a workbook. Runs confined: an XLSX file is a ZIP archive of XML that unpacks to any size.
import { unzipSync, zipSync } from 'fflate'
import readXlsxFile, { InvalidInputError } from 'read-excel-file/universal'
import type { Json } from '../../../domain/json.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { withTimesAsTexts } from './timed-cells.ts'

interface Task {
  readonly bytes: Uint8Array
  readonly sheet: string | null
  readonly maxRows: number
}

export interface Workbook {
  readonly name: string
  readonly names: readonly string[]
  readonly cells: readonly (readonly Json[])[]
}

/** Of all unpacked parts of the archive together. */
const maxUnpackedBytes = 32 * 1024 * 1024
const maxParts = 1_000

/** @throws {ToolFailure} `bad-file`, `too-large`, `unknown-sheet` */
export default async function readWorkbook({ bytes, sheet, maxRows }: Task): Promise<Workbook> {
  const sheets = await readSheets(unpacked(bytes))
  const names = sheets.map(({ sheet: name }) => name)
  const found = sheet === null ? sheets[0] : sheets.find(({ sheet: name }) => name === sheet)
  if (found === undefined) {
    throw new ToolFailure(
      'unknown-sheet',
      `there is no sheet ${JSON.stringify(sheet)}, only: ${names.join(', ')}`,
    )
  }
  // One row more than `maxRows`, for the header.
  const cells = found.data.slice(0, maxRows + 1).map(row => row.map(cell => cellOf(cell)))
  return { name: found.sheet, names, cells }
}

async function readSheets(archive: ArrayBuffer) {
  try {
    return await readXlsxFile(archive, { trim: false })
  } catch (cause) {
    const why = cause instanceof InvalidInputError ? cause.code : (cause as Error).message
    throw new ToolFailure('bad-file', `the file is not a workbook in XLSX: ${why}`, false, { cause })
  }
}

/**
 * The same archive with unpacked parts, each no longer than it declares, so that the library need not unpack
 * anything.
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  let count = 0
  let total = 0
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.xml(\.rels)?$/.test(name)) return false
        count++
        total += originalSize
        if (count > maxParts || total > maxUnpackedBytes) {
          throw new ToolFailure('too-large', `the workbook unpacks to more than ${maxUnpackedBytes} bytes`)
        }
        return true
      },
    })
    const { buffer, byteOffset, byteLength } = zipSync(withTimesAsTexts(parts), { level: 0 })
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    throw new ToolFailure('bad-file', 'the file is not a workbook in XLSX: it is no ZIP archive', false, {
      cause,
    })
  }
}

/** Dates and times are texts by now. */
function cellOf(cell: unknown): Json {
  if (cell === null || cell === undefined) return null
  return typeof cell === 'object' ? String(cell) : (cell as Json)
}
