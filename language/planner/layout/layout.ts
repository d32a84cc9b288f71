// The layout of a prompt: lists in every form that people type, what is indented below what, sentences, and
// lines with a label. It looks at no word but for where lines end.
import { type Token, tokensOf } from '../lattice/tokens.ts'

/** A line or item: its sentences, and the items below its last one. */
export interface Node {
  /** Of the author's list. */
  readonly number: number | null
  readonly sentences: readonly (readonly Token[])[]
  readonly children: readonly Node[]
}

interface Line {
  readonly indent: number
  readonly number: number | null
  readonly isMarked: boolean
  readonly start: number
  readonly end: number
}

const marker =
  /^([ \t]*)(?:(?:step\s+)?(\d{1,3})(?:[.)]|:(?=\s))[ \t]+|([-*•‣–—·▪o]|\d{1,2}(?:\.\d{1,2})+[.)]?)[ \t]+|\(?([a-z])[.)][ \t]+)?/i

export function layoutOf(prompt: string): readonly Node[] {
  let offset = 0
  const lines = prompt.split('\n').flatMap(raw => {
    const start = offset
    offset += raw.length + 1
    return linesIn(raw.replace(/\r$/, ''), start)
  })
  const joined = joinLines(prompt, lines)
  let at = 0
  function nodesAt(indent: number): Node[] {
    const nodes: Node[] = []
    while (at < joined.length && joined[at]!.indent >= indent) {
      const line = joined[at++]!
      const below = at < joined.length && joined[at]!.indent > line.indent ? nodesAt(line.indent + 1) : []
      const sentences = sentencesOf(tokensOf(prompt.slice(line.start, line.end), line.start))
      nodes.push({ number: line.number, sentences, children: below })
    }
    return nodes
  }
  return nodesAt(0)
}

function linesIn(raw: string, offset: number): Line[] {
  const match = marker.exec(raw)!
  const isMarked = match[2] !== undefined || match[3] !== undefined || match[4] !== undefined
  const text = raw.slice(match[0].length).trimEnd()
  if (text === '' || (!isMarked && text.startsWith('#') && /^#\s/.test(text))) return []
  const width = [...match[1]!].reduce((sum, character) => sum + (character === '\t' ? 4 : 1), 0)
  const number =
    match[2] !== undefined
      ? Number(match[2])
      : match[4] !== undefined
        ? match[4].toLowerCase().charCodeAt(0) - 96
        : null
  const start = offset + match[0].length
  const line: Line = {
    // "2.1" stands below "2.", however far to the left.
    indent: 2 * width + Number(isMarked) + (match[3]?.match(/\.\d/g)?.length ?? 0),
    number,
    isMarked,
    start,
    end: start + text.length,
  }
  return splitInline(raw, line, offset)
}

/** "1. ... 2. ... 3. ..." on one line. */
function splitInline(raw: string, line: Line, offset: number): Line[] {
  const text = raw.slice(line.start - offset, line.end - offset)
  if ((line.number !== null && line.number !== 1) || (line.isMarked && line.number === null)) return [line]
  const lines: Line[] = []
  let start = line.start
  let number = line.number
  let wanted = (line.number ?? 0) + 1
  const quoted = quotedRanges(text)
  for (const match of text.matchAll(/(?:^|[\s,;.])\s*\(?(\d{1,2})[.)]\s+(?=\S)/g)) {
    if (Number(match[1]) !== wanted || quoted.some(([from, to]) => match.index > from && match.index < to))
      continue
    const before = line.start + match.index
    if (before > start)
      lines.push({
        ...line,
        indent: lines.length === 0 && number === null ? line.indent : 2 * Math.floor(line.indent / 2) + 1,
        number,
        isMarked: number !== null,
        start,
        end: before,
      })
    start = line.start + match.index + match[0].length
    number = wanted
    wanted += 1
  }
  if (lines.length === 0 && number === line.number) return [line]
  if (wanted < 3 && line.number === null) return [line]
  lines.push({
    ...line,
    indent: 2 * Math.floor(line.indent / 2) + 1,
    number,
    isMarked: true,
    start,
    end: line.end,
  })
  return lines
}

function quotedRanges(text: string): (readonly [number, number])[] {
  return [...text.matchAll(/"[^"]*"|“[^“”]*”|\{\{[^{}]*\}\}/g)].map(
    match => [match.index, match.index + match[0].length] as const,
  )
}

/** A line that goes on: not marked, in lower case or indented below one that has not ended. */
function joinLines(prompt: string, lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const last = before === undefined ? '' : prompt.slice(before.start, before.end)
    const goesOn =
      before !== undefined &&
      !line.isMarked &&
      !/[.:!?;]$/.test(last) &&
      ((/^[a-z(]/.test(prompt[line.start]!) &&
        /[,a-z]$/i.test(last) &&
        !prompt.slice(before.end, line.start).includes('\n\n')) ||
        (line.indent > before.indent + 1 && before.isMarked))
    const isOwn = /^[^"“]{1,30}:\s/.test(prompt.slice(line.start, line.end))
    if (
      goesOn &&
      !isOwn &&
      line.indent >= before!.indent &&
      /[,]$|\b(and|or|with|the|to|of|a|for|in)$/.test(last)
    )
      joined[joined.length - 1] = { ...before!, end: line.end }
    else joined.push(line)
  }
  return joined
}

/** Ends of sentences; what stands in quotes is one token and ends none. */
function sentencesOf(tokens: readonly Token[]): (readonly Token[])[] {
  const sentences: Token[][] = []
  let current: Token[] = []
  for (const [index, token] of tokens.entries()) {
    current.push(token)
    const isEnd = token.kind === 'punct' && (token.text === '.' || token.text === '!' || token.text === '?')
    const isShort =
      token.text === '.' &&
      /^(?:mr|mrs|ms|dr|prof|e\.g|i\.e|approx|vs|st)$/i.test(tokens[index - 1]?.text ?? '')
    const quoteEnds =
      token.kind === 'quoted' &&
      /[.!?]$/.test(token.text.trim()) &&
      /^[A-Z]/.test(tokens[index + 1]?.text ?? '') &&
      tokens[index + 1]?.kind === 'word'
    if ((isEnd && !isShort && index < tokens.length - 1) || quoteEnds) {
      sentences.push(current)
      current = []
    }
  }
  if (current.length > 0) sentences.push(current)
  return sentences.filter(sentence => sentence.some(token => token.kind !== 'punct'))
}
