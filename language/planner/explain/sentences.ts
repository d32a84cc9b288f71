// Says a sentence of the plan language in friendly words: what a kind and the policies say as data, filled
// with what a step holds. Knows no kind.
import type { Argument } from '../../../domain/plan/plan.ts'
import type { Option, Part, Saying, Sentence, Sentences } from '../../../domain/plan/sentences/form.ts'
import { needed } from '../../../domain/plan/sentences/slots.ts'
import { type Holder, type Scene, slotWords } from './slots.ts'

/** Of these, those that are said of what the holder has, each with its full stop. */
export function sentencesOf(sentences: Sentences, holder: Holder, scene: Scene): readonly string[] {
  return sentences.flatMap(each => {
    if (!('within' in each)) return isSaid(each, holder) ? [`${phraseOf(each, holder, scene)}.`] : []
    const inner = holder[each.within]
    if (typeof inner !== 'object' || inner === null) return []
    return sentencesOf(each.sentences, inner as Holder, scene)
  })
}

/** Without the full stop. */
export function phraseOf(sentence: Sentence, holder: Holder, scene: Scene): string {
  return sentence.map(part => partWords(part, holder, scene)).join('')
}

function isSaid(sentence: Sentence, holder: Holder): boolean {
  return needed(sentence).every(field => isGiven(holder[field])) && phraseIsAnything(sentence, holder)
}

/** A sentence that only says some values of its field says nothing of the others. */
function phraseIsAnything(sentence: Sentence, holder: Holder): boolean {
  const [part, ...more] = sentence
  if (more.length > 0 || part === undefined || typeof part === 'string' || !('says' in part)) return true
  return sayingWords(part, holder) !== ''
}

function partWords(part: Part, holder: Holder, scene: Scene): string {
  if (typeof part === 'string') return part
  if ('given' in part) return phraseOf(chosen(part, holder), holder, scene)
  if ('says' in part) return sayingWords(part, holder)
  return slotWords(part.as, (holder[part.slot] ?? part.usual ?? null) as Argument, holder, scene)
}

function chosen({ given, say, otherwise = [] }: Option, holder: Holder): readonly Part[] {
  return isGiven(holder[given]) ? say : otherwise
}

function sayingWords({ slot, says, usual }: Saying, holder: Holder): string {
  const value = String(holder[slot] ?? usual)
  return Object.hasOwn(says, value) ? says[value]! : ''
}

/** Of an empty list or object there is nothing to say. */
function isGiven(value: unknown): boolean {
  if (value === undefined) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}
