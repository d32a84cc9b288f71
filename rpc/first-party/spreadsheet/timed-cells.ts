// Writes into the sheets of an unpacked workbook what its dates and times are, as texts, before the library
// reads it: the library knows neither durations nor times of day, misses formats with eras, and takes a date
// without a zone for one in the zone of the machine. Called by the workbook reader.
import { Parser } from 'htmlparser2'
import { type TimeFormat, timeFormat } from './number-format.ts'
import { serialTime } from './serial-time.ts'

export type Parts = Record<string, Uint8Array>

const [workbookPart, stylesPart, sheetPart] = [
  /^xl\/workbook\.xml$/i,
  /^xl\/(.*\/)?styles\d*\.xml$/i,
  /^xl\/(worksheets\/|.*sheet)[^/]*\.xml$/i,
]

/** The parts with other sheets, and with styles that show numbers only. */
export function withTimesAsTexts(parts: Parts): Parts {
  const textOf = (part: RegExp) => {
    const found = Object.keys(parts).find(name => part.test(name))
    return found === undefined ? '' : decode(parts[found]!)
  }
  const formats = stylesIn(textOf(stylesPart))
  const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(textOf(workbookPart))
  const timeOf = (attributes: Attributes, value: string) => {
    if (attributes['t'] === 'd') return isoTime(value)
    const format = formats[Number(attributes['s'])]
    if (!format || (attributes['t'] ?? 'n') !== 'n') return null
    return serialTime(Number(value), format, is1904)
  }
  const entries = Object.entries(parts).map(([name, part]): [string, Uint8Array] => {
    if (stylesPart.test(name)) return [name, Buffer.from(numberStyles(formats.length))]
    return sheetPart.test(name) ? [name, Buffer.from(rewritten(decode(part), timeOf))] : [name, part]
  })
  return Object.fromEntries(entries)
}

function numberStyles(count: number): string {
  return `<styleSheet><cellXfs>${'<xf numFmtId="0"/>'.repeat(count)}</cellXfs></styleSheet>`
}

type Attributes = { readonly [name: string]: string }

function decode(part: Uint8Array): string {
  return new TextDecoder().decode(part)
}

/** The format of each style that a cell may have; null for those of numbers. */
function stylesIn(source: string): (TimeFormat | null)[] {
  const codes = new Map<number, string>()
  const base: Attributes[] = []
  const cell: Attributes[] = []
  let list: Attributes[] | null = null
  const parser = new Parser(
    {
      onopentag(prefixed, attributes) {
        const name = localName(prefixed)
        if (name === 'cellStyleXfs') list = base
        else if (name === 'cellXfs') list = cell
        else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
        else if (name === 'xf') list?.push(attributes)
      },
      onclosetag(prefixed) {
        if (/^cell(Style)?Xfs$/.test(localName(prefixed))) list = null
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return cell.map(style => {
    const id = Number(style['numFmtId'] ?? base[Number(style['xfId'])]?.['numFmtId'] ?? 0)
    return timeFormat(id, codes.get(id) ?? null)
  })
}

interface Cell {
  readonly tag: string
  readonly attributes: Attributes
  readonly start: number
  readonly end: number
}

/** A sheet with texts in place of the values for which `timeOf` has one. */
function rewritten(source: string, timeOf: (cell: Attributes, value: string) => string | null): string {
  const pieces: string[] = []
  let copied = 0
  let cell: Cell | null = null
  let valueStart = -1
  const replace = (start: number, end: number, by: string) => {
    pieces.push(source.slice(copied, start), by)
    copied = end
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag)
        if (name === 'c') cell = { tag, attributes, start: parser.startIndex, end: parser.endIndex + 1 }
        else if (name === 'v') valueStart = parser.endIndex + 1
      },
      onclosetag(tag) {
        const name = localName(tag)
        if (name === 'c') cell = null
        if (name !== 'v' || cell === null) return
        const valueEnd = parser.startIndex
        const time = timeOf(cell.attributes, source.slice(valueStart, valueEnd).trim())
        if (time === null) return
        replace(cell.start, cell.end, textCell(cell))
        replace(valueStart, valueEnd, time)
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return copied === 0 ? source : pieces.join('') + source.slice(copied)
}

/** The beginning of a cell whose value is a text of its own. */
function textCell({ tag, attributes }: Cell): string {
  const address = /^[A-Z]{1,3}\d{1,7}$/.exec(attributes['r'] ?? '')?.[0]
  return `<${tag}${address === undefined ? '' : ` r="${address}"`} t="str">`
}

/** Of a cell that holds ISO 8601: to the second, without a zone, which workbooks do not have. */
function isoTime(value: string): string | null {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(value) ?? []
  if (date === undefined) return null
  return time === undefined || time === '00:00:00' ? date : `${date}T${time}`
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}
