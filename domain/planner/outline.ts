// The shape of a prompt: lines, their markers (`1.`, `-`) and what stands indented below them.

export interface Item {
  /** The number before it in a numbered list. */
  readonly number: number | null
  /** [start, end) of its own words in the prompt, the marker left out. */
  readonly start: number
  readonly end: number
  readonly children: readonly Item[]
}

interface Line {
  /**
   * Columns before its words, doubled; one more for a marked line, so that a list belongs to the line above
   * it.
   */
  readonly indent: number
  readonly number: number | null
  readonly isMarked: boolean
  readonly start: number
  end: number
}

const linePattern = /^([ \t]*)(?:(\d{1,3})[.)][ \t]+|[-*•‣][ \t]+|([a-z])[.)][ \t]+)?(.*)$/s

/** The items of a prompt, each with those that belong to it. Lines that begin with `#` are comments. */
export function outline(prompt: string): readonly Item[] {
  const lines = linesOf(prompt)
  let at = 0

  function itemsAt(indent: number): Item[] {
    const items: Item[] = []
    while (at < lines.length && lines[at]!.indent >= indent) {
      const line = lines[at++]!
      const children = at < lines.length && lines[at]!.indent > line.indent ? itemsAt(line.indent + 1) : []
      items.push({ number: line.number, start: line.start, end: line.end, children })
    }
    return items
  }

  return itemsAt(0)
}

function linesOf(prompt: string): readonly Line[] {
  const lines: Line[] = []
  let offset = 0
  for (const raw of prompt.split('\n')) {
    const line = readLine(raw.replace(/\r$/, ''), offset)
    offset += raw.length + 1
    if (line === null || prompt.startsWith('#', line.start)) continue
    const before = lines.at(-1)
    // An unmarked line that is indented under one that has not ended goes on with it.
    const goesOn = before !== undefined && !line.isMarked && line.indent > before.indent
    if (goesOn && !/[:.]$/.test(prompt.slice(before.start, before.end))) before.end = line.end
    else lines.push(line)
  }
  return lines
}

function readLine(raw: string, offset: number): Line | null {
  const [, space = '', digits, letter, content = ''] = linePattern.exec(raw)!
  const text = content.trimEnd()
  if (text === '') return null
  const indent = [...space].reduce((width, character) => width + (character === '\t' ? 4 : 1), 0)
  const start = offset + raw.length - content.length
  const isMarked = raw.length - content.length > space.length
  const number =
    digits !== undefined ? Number(digits) : letter === undefined ? null : letter.charCodeAt(0) - 96
  return { indent: 2 * indent + Number(isMarked), number, isMarked, start, end: start + text.length }
}
