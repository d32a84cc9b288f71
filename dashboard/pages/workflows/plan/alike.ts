// Which templates are like a prompt that is not understood, by what they are for: the words of their plans
// are those of every plan. Pure.
import { type Template, templates } from '../templates.ts'

const shown = 3
/** Words that every prompt has. */
const common = new Set(
  'a an and as at be by call do for from have i if in inputs is it its of on or please result return that the them then this to want when with you'.split(
    ' ',
  ),
)

/** Those that share most words with it; the simplest ones where none does. */
export function templatesLike(prompt: string): readonly Template[] {
  const said = wordsOf(prompt)
  const ranked = templates
    .map(template => ({ template, score: likeness(said, template) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ template }) => template)
  const simple = templates.filter(({ id }) => id === 'greeting' || id === 'reminder' || id === 'large-orders')
  return [...new Set([...ranked, ...simple])].slice(0, shown)
}

function likeness(said: ReadonlySet<string>, { title, description, also = '' }: Template): number {
  const purpose = wordsOf(`${title} ${description} ${also}`)
  return [...said].filter(word => purpose.has(word)).length
}

/** Without their common endings: "guests" is "guest", "writing" is "writ" as "write" is. */
function wordsOf(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/[a-z]+/g) ?? []
  return new Set(all.filter(word => !common.has(word)).map(word => word.replace(/(?:ing|ed|es|s|e)$/, '')))
}
