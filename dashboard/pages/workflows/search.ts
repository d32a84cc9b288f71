// What an address of the page to write a workflow says: the text to begin with, or a template.
import { parameters, type RawSearch, textOf } from '../../app/search.ts'

export function writeSearch(raw: RawSearch) {
  return parameters({ prompt: textOf(raw['prompt'], 20_000), template: textOf(raw['template'], 100) })
}
