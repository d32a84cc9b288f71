// An expression as text whose own texts are taken out, so that patterns reach over them, and where its
// operands begin and end.

const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

/** In place of a text: a word of two quotes that no pattern of code takes apart. */
const held = /"\u0000(\d+)"/g

/** @returns the text, with its quotes, that `"\u0000<index>"` stands for */
export type TextAt = (index: number) => string

/** Rewrites the code around the texts; these stay. */
export function outsideTexts(source: string, rewrite: (code: string, textAt: TextAt) => string): string {
  const parts = source.split(texts)
  const code = parts.map((part, index) => (index % 2 === 1 ? `"\u0000${index}"` : part)).join('')
  const textAt = (index: number) => parts[index] ?? ''
  return rewrite(code, textAt).replaceAll(held, (_, index: string) => textAt(Number(index)))
}

/** What stands for a text in the code that `rewrite` gets. */
export const heldText = '"\\u0000\\d+"'

/** Index of the bracket that closes the one at `open`; -1 without one. */
export function closingOf(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++
    else if (')]}'.includes(code[at]!) && --depth === 0) return at
  }
  return -1
}

/** Index of the bracket that opens the one at `close`; -1 without one. */
export function openingOf(code: string, close: number): number {
  let depth = 0
  for (let at = close; at >= 0; at--) {
    if (')]}'.includes(code[at]!)) depth++
    else if ('([{'.includes(code[at]!) && --depth === 0) return at
  }
  return -1
}

/** Where the operand that ends before `end` begins: `steps.a.map(x, x.b)[0]`. */
export function operandStart(code: string, end: number): number {
  let at = end
  while (at > 0) {
    const character = code[at - 1]!
    if (/[\w."\u0000?]/.test(character)) at--
    else if (character === ')' || character === ']') {
      const open = openingOf(code, at - 1)
      if (open === -1) return end
      at = open
    } else break
  }
  return at
}

/** Where the operand that begins at `start` ends. */
export function operandEnd(code: string, start: number): number {
  let at = start
  while (at < code.length) {
    const character = code[at]!
    if (/[\w."\u0000]/.test(character)) at++
    else if ('([{'.includes(character) && (at === start || character !== '{')) {
      const close = closingOf(code, at)
      if (close === -1) return at
      at = close + 1
    } else break
  }
  return at
}

/** The place that the pattern has outside of brackets within the code, from `from` on; -1 without one. */
export function topLevelIndex(code: string, pattern: RegExp, from = 0): number {
  const sticky = new RegExp(pattern, 'y')
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const character = code[at]!
    sticky.lastIndex = at
    if (depth === 0 && sticky.test(code)) return at
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) {
      if (depth === 0) return -1
      depth--
    }
  }
  return -1
}
