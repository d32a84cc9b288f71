// Takes a line of what is to be confirmed apart: name of the argument, its value, and whether the request
// says it. Pure; the cards of the widget and of the dashboard call it, chat/shown/ holds a copy. The service
// writes the lines (language/confirmation/argument-lines.ts); a test holds both together.
const marks = {
  said: '(in your words)',
  unsaid: '(not in your words)',
  requested: '(in the request)',
  unrequested: '(not in the request)',
  computed: '(computed)',
} as const

export interface LineParts {
  /** Null: it is a sentence. */
  readonly name: string | null
  readonly value: string
  readonly mark: keyof typeof marks | null
}

export function lineParts(line: string): LineParts {
  const found = Object.entries(marks).find(([, mark]) => line.endsWith(` ${mark}`))
  const [mark, text] = (found ?? [null, '']) as [LineParts['mark'], string]
  const rest = text === '' ? line : line.slice(0, -text.length - 1)
  const [, name = null, value = rest] = /^ {2,}((?:[^":]|"(?:[^"\\]|\\.)*")+?): (.*)$/.exec(rest) ?? []
  return { name, value: value.trim(), mark }
}
