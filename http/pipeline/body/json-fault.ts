// Where a text stops being JSON. V8 tells the position of most faults, but not of a token that nobody
// expects: then it is the end of the shortest beginning of the text that no JSON goes on from. Called by
// body.ts only for texts that could not be parsed.

/** Longer texts are not searched: each step of the search parses half of the text. */
const longest = 256 * 1024

/** `: line 3, column 17: expected ',' or '}'`, or nothing. */
export function jsonFault(text: string): string {
  if (text.length > longest) return ''
  const whole = faultIn(text)
  if (whole === null) return ''
  const at = whole.position ?? firstUnexpected(text)
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  return `: line ${line}, column ${column}: ${at >= text.length ? 'it ends too early' : whole.reason}`
}

interface Fault {
  readonly reason: string
  /** Null where V8 does not say. */
  readonly position: number | null
}

function faultIn(text: string): Fault | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const { message } = error as SyntaxError
    const [, reason = '', position] = /^(.*?)(?: (?:in|after) JSON at position (\d+).*)?$/s.exec(message)!
    if (position !== undefined) return { reason: lower(reason), position: Number(position) }
    // The rest of such a message repeats what was sent.
    const token = /^Unexpected token '(.)'/su.exec(message)?.[1]
    if (token !== undefined) return { reason: `unexpected ${JSON.stringify(token)}`, position: null }
    return { reason: 'unexpected end', position: /^Unexpected end/.test(message) ? text.length : null }
  }
}

function lower(reason: string): string {
  return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1, 100)}`
}

/** By halving: a beginning is either still open at its end, or has the fault inside. */
function firstUnexpected(text: string): number {
  let [open, wrong] = [0, text.length]
  while (wrong - open > 1) {
    const middle = (open + wrong) >> 1
    if (isOpen(text.slice(0, middle))) open = middle
    else wrong = middle
  }
  return wrong - 1
}

function isOpen(beginning: string): boolean {
  const fault = faultIn(beginning)
  return fault === null || (fault.position !== null && fault.position >= beginning.length)
}
