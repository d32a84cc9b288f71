// TypeScript read as text: what is code, and what is a comment. For tests that hold a law against the whole
// tree (house.test.ts, layers.test.ts, the register of probes): they need no compiler and run nothing.

export interface Comment {
  /** Of its first character, from 1. */
  readonly line: number
  readonly text: string
}

export interface Source {
  readonly text: string
  /** As long as the text. Blank: comments, and the inside of strings, templates and patterns. */
  readonly code: string
  readonly comments: readonly Comment[]
}

/** Comments, texts in quotes; what else needs a look at what stands around it. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|[`{}/]/g
const pattern = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
/** Of a template up to its end or the next `${`. */
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y
/** A slash after one of these begins a pattern, and divides after anything else. */
const beforePattern = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|of|in|await))\s*$/

export function readSource(text: string): Source {
  const blanks: (readonly [from: number, to: number])[] = []
  const comments: Comment[] = []
  /** Open braces; true: of a template, which goes on behind the closing one. */
  const braces: boolean[] = []

  /** @returns where code begins again: behind the template, or inside of its `${` */
  const skipTemplate = (from: number): number => {
    templateText.lastIndex = from
    const to = templateText.test(text) ? templateText.lastIndex : text.length
    const isOpen = text.slice(to - 2, to) === '${'
    if (isOpen) braces.push(true)
    blanks.push([from, to - (isOpen ? 2 : 1)])
    return to
  }

  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [read] = found
    const from = found.index
    const to = from + read.length
    if (read.startsWith('//') || read.startsWith('/*')) {
      comments.push({ line: lineAt(text, from), text: read })
      blanks.push([from, to])
    } else if (read === '/') {
      pattern.lastIndex = from
      if (!beforePattern.test(text.slice(Math.max(0, from - 20), from)) || !pattern.test(text)) continue
      blanks.push([from + 1, pattern.lastIndex])
      token.lastIndex = pattern.lastIndex
    } else if (read === '{') braces.push(false)
    else if (read === '`' || (read === '}' && braces.pop())) token.lastIndex = skipTemplate(to)
    else if (read !== '}') blanks.push([from + 1, to - 1])
  }
  return { text, code: blanked(text, blanks), comments }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function blanked(text: string, blanks: readonly (readonly [number, number])[]): string {
  let code = ''
  let at = 0
  for (const [from, to] of blanks) {
    code += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ')
    at = to
  }
  return code + text.slice(at)
}
