// Markdown as blocks: paragraphs, headings, lists, quotes, code and tables. The widget shows them with
// view.ts. Pure.
// 1. A block knows its source, so a view that shows a growing text makes the last one anew only.
// 2. Depth is bounded; deeper quotes and lists stay text.
import { type Element, inline, type Markup } from './inline.ts'

export interface Block {
  readonly source: string
  /** Made when it is asked for: of a long text that grows, the last block only. */
  readonly element: () => Element
}

const depthAtMost = 6
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const rule = /^ {0,3}([-*_])\s*(?:\1\s*){2,}$/
const quote = /^ {0,3}> ?/
const item = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/
const delimiter = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** @param isOpen more of the text is to come */
export function blocks(text: string, isOpen = false, depth = 0): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n')
  const found: Block[] = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') {
      at++
      continue
    }
    const end = endOf(lines, at, depth)
    const own = lines.slice(at, end)
    const isLast = isOpen && end >= lines.length
    found.push({ source: own.join('\n'), element: () => element(own, isLast, depth) })
    at = end
  }
  return found
}

/** @returns the line behind the block that begins at `at` */
function endOf(lines: readonly string[], at: number, depth: number): number {
  const first = lines[at]!
  const fenced = fence.exec(first)
  if (fenced) {
    const close = new RegExp(`^ {0,3}${fenced[1]![0]}{${fenced[1]!.length},}\\s*$`)
    const end = lines.findIndex((line, n) => n > at && close.test(line))
    return end < 0 ? lines.length : end + 1
  }
  if (heading.test(first) || rule.test(first)) return at + 1
  if (depth < depthAtMost && quote.test(first)) return until(lines, at, line => !quote.test(line))
  if (depth < depthAtMost && item.test(first)) return endOfList(lines, at)
  if (isTable(lines, at)) return until(lines, at, line => !line.includes('|'))
  return until(lines, at, (line, n) => line.trim() === '' || isInterruption(lines, line, n))
}

function until(lines: readonly string[], at: number, isEnd: (line: string, n: number) => boolean): number {
  let end = at + 1
  while (end < lines.length && !isEnd(lines[end]!, end)) end++
  return end
}

function isInterruption(lines: readonly string[], line: string, at: number): boolean {
  return (
    [fence, heading, rule, quote].some(it => it.test(line)) ||
    /^ {0,3}(?:[-*+]|1[.)]) /.test(line) ||
    isTable(lines, at)
  )
}

function isTable(lines: readonly string[], at: number): boolean {
  return lines[at]!.includes('|') && (lines[at + 1]?.includes('-') ?? false) && delimiter.test(lines[at + 1]!)
}

/** Items of the same kind, and what is indented below them. */
function endOfList(lines: readonly string[], at: number): number {
  const [, indent = '', mark = ''] = item.exec(lines[at]!)!
  const isOrdered = /\d/.test(mark)
  return until(lines, at, (line, n) => {
    const begun = item.exec(line)
    if (begun && isOfList(begun, indent)) return rule.test(line) || /\d/.test(begun[2]!) !== isOrdered
    if (line.trim() === '') return !/^ {2}/.test(lines[n + 1] ?? '') && !item.test(lines[n + 1] ?? '')
    return !/^ {2}/.test(line) && lines[n - 1]!.trim() === ''
  })
}

function element(lines: readonly string[], isOpen: boolean, depth: number): Element {
  const [first = ''] = lines
  const fenced = fence.exec(first)
  if (fenced) return codeBlock(lines, fenced)
  const headed = heading.exec(first)
  if (headed) {
    // A page has headings of its own above.
    const tag = `h${Math.min(6, headed[1]!.length + 2)}`
    return { tag, children: inline(headed[2]!, isOpen) }
  }
  if (rule.test(first)) return { tag: 'hr', children: [] }
  if (depth < depthAtMost && quote.test(first)) {
    const inner = lines.map(line => line.replace(quote, '')).join('\n')
    return { tag: 'blockquote', children: blocks(inner, isOpen, depth + 1).map(it => it.element()) }
  }
  if (depth < depthAtMost && item.test(first)) return list(lines, isOpen, depth)
  if (isTable(lines, 0)) return table(lines)
  return { tag: 'p', children: inline(lines.map(line => line.trimStart()).join('\n'), isOpen) }
}

function codeBlock(lines: readonly string[], [, mark = '', language = '']: RegExpExecArray): Element {
  const isClosed = lines.length > 1 && lines.at(-1)!.trim().startsWith(mark)
  const code = lines.slice(1, isClosed ? -1 : undefined).join('\n')
  return { tag: 'pre', attributes: { language }, children: [{ tag: 'code', children: [code] }] }
}

function list(lines: readonly string[], isOpen: boolean, depth: number): Element {
  const items: string[][] = []
  const [, outer = ''] = item.exec(lines[0]!)!
  let indent = 0
  for (const line of lines) {
    const begun = item.exec(line)
    if (begun && isOfList(begun, outer)) {
      indent = begun[0].length
      items.push([line.slice(indent)])
    } else items.at(-1)!.push(line.slice(Math.min(indent, line.search(/\S|$/))))
  }
  const ordinal = Number.parseInt(item.exec(lines[0]!)![2]!, 10)
  const children = items.map((own, n) => ({
    tag: 'li',
    children: tight(blocks(own.join('\n'), isOpen && n === items.length - 1, depth + 1)),
  }))
  if (Number.isNaN(ordinal)) return { tag: 'ul', children }
  return { tag: 'ol', children, attributes: { start: `${ordinal}` } }
}

/** What is indented further is a list inside of an item. */
function isOfList([, indent = '']: RegExpExecArray, outer: string): boolean {
  return indent.length < outer.length + 2
}

/** An item of one paragraph is a line. */
function tight(own: readonly Block[]): readonly Markup[] {
  const elements = own.map(it => it.element())
  return elements.flatMap((it, n) => (n === 0 && it.tag === 'p' ? it.children : [it]))
}

function table(lines: readonly string[]): Element {
  const row = (line: string, tag: string): Element => ({
    tag: 'tr',
    children: cells(line).map(cell => ({ tag, children: inline(cell) })),
  })
  const [head = '', , ...body] = lines
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [row(head, 'th')] },
      { tag: 'tbody', children: body.map(line => row(line, 'td')) },
    ],
  }
}

function cells(line: string): readonly string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}
