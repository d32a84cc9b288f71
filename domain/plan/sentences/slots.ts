// What the sentences of a kind speak of.
import type { Part, Sentence, SentenceForm, Sentences } from './form.ts'

/** Fields of a step that its kind says itself, so that no policy says them again. */
export function fieldsSaid({ says, further = [], leads }: SentenceForm): ReadonlySet<string> {
  const sentences = further.flatMap(each => ('within' in each ? [] : [each]))
  // Those of a part are fields of the part.
  const own = leads === undefined ? [says, ...sentences] : sentences
  return new Set(own.flat().flatMap(fieldsOf))
}

/** The same sentences without those about these fields. */
export function without(sentences: Sentences, fields: ReadonlySet<string>): Sentences {
  return sentences.filter(
    each => 'within' in each || !each.flatMap(fieldsOf).some(field => fields.has(field)),
  )
}

/** Those without which a sentence says nothing. */
export function needed(sentence: Sentence<string>): readonly string[] {
  return sentence.flatMap(part =>
    typeof part === 'object' && 'as' in part && part.usual === undefined ? [part.slot] : [],
  )
}

function fieldsOf(part: Part<string>): readonly string[] {
  if (typeof part === 'string') return []
  if ('given' in part) return [part.given, ...part.say.flatMap(fieldsOf)]
  return [part.slot]
}
