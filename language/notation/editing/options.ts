// What a list of completions holds, and which of it fits what is typed.

export interface Option {
  readonly type: 'step' | 'sentence' | 'words' | 'tool' | 'argument' | 'value' | 'reference' | 'function'
  readonly label: string
  /** What is put in place; `${name}` is a place to fill, `\{` a brace. */
  readonly apply: string
  readonly detail?: string
  readonly info?: string
  /** What comes next is to be chosen, too. */
  readonly isBegun?: boolean
}

export interface Group {
  /** What stands from here to the place is replaced. */
  readonly from: number
  readonly options: readonly Option[]
}

/** Those with a word that begins as what is typed; first those whose first word does. */
export function fits(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = wordsOf(typed)
  const found = options.filter(({ label }) => ` ${wordsOf(label)}`.includes(` ${wanted}`))
  const isFirst = ({ label }: Option) => wordsOf(label).startsWith(wanted)
  return [...found.filter(isFirst), ...found.filter(each => !isFirst(each))]
}

/** A text in which nothing is a place to fill. */
export function plain(text: string): string {
  return text.replace(/[{}]/g, brace => `\\${brace}`)
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trimStart()
}
