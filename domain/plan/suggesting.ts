// What could be written at one place of a prompt. A planner may offer it (domain/plan/planning.ts);
// http/workflows/compiler.ts asks, and bounds every answer by `boundedSuggestions`.

export interface Suggestions {
  /** Accepting a suggestion replaces [from, offset) of the prompt by its text; UTF-16 units. */
  readonly from: number
  /** Best first. */
  readonly suggestions: readonly Suggestion[]
}

export interface Suggestion {
  readonly text: string
  /** One line on what it is, for a list. */
  readonly title: string
  readonly kind: SuggestionKind
}

/** `word`: of the language. `reference`: something that the prompt named before. */
export type SuggestionKind = 'word' | 'tool' | 'argument' | 'field' | 'value' | 'reference'

export const suggestionBounds = {
  count: 20,
  textLength: 500,
  titleLength: 200,
  /** From the request to the answer: somebody is typing. */
  lifeMs: 2_000,
} as const

export function noSuggestions(offset: number): Suggestions {
  return { from: offset, suggestions: [] }
}

/** Leaves out what is too long or changes nothing; nothing is left when `from` is not in the prompt. */
export function boundedSuggestions(said: Suggestions, prompt: string, offset: number): Suggestions {
  const { from } = said
  if (!Number.isInteger(from) || from < 0 || from > offset) return noSuggestions(offset)
  const { count, textLength, titleLength } = suggestionBounds
  const written = prompt.slice(from, offset)
  const suggestions = said.suggestions
    .filter(({ text }) => text !== written && text.length <= textLength)
    .slice(0, count)
    .map(each => ({ ...each, title: each.title.slice(0, titleLength) }))
  return { from, suggestions }
}
