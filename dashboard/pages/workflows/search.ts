// What an address of the page to write a workflow says: the text to begin with, or a template.
import { only, type RawSearch, textOf } from '../../app/search.ts'

export function writeSearch(raw: RawSearch) {
  return only({ prompt: textOf(raw['prompt'], 20_000), template: textOf(raw['template'], 100) })
}
