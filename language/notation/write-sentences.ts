// Writes sentences exactly: those of which something is given, in their order.
import type { Option, Part, Saying, Sentence, Sentences } from '../../domain/plan/sentences/form.ts'
import { needed } from '../../domain/plan/sentences/slots.ts'
import type { Writing } from './blocks.ts'
import { type Pairs, writeBelow } from './pairs.ts'
import { type Holder, type NotationForm, slots } from './slots.ts'

/** Each without its full stop. */
export function writeSentences(
  sentences: Sentences<NotationForm>,
  holder: Holder,
  at: Writing,
): readonly string[] {
  return sentences.flatMap(each => {
    if (!('within' in each)) return isSaid(each, holder) ? [writeSentence(each, holder, at)] : []
    const inner = holder[each.within]
    return typeof inner === 'object' && inner !== null
      ? writeSentences(each.sentences, inner as Holder, at)
      : []
  })
}

export function writeSentence(sentence: Sentence<NotationForm>, holder: Holder, at: Writing): string {
  return sentence.map(part => writePart(part, holder, at)).join('')
}

function writePart(part: Part<NotationForm>, holder: Holder, at: Writing): string {
  if (typeof part === 'string') return part
  if ('given' in part) return writeOption(part, holder, at)
  if ('says' in part) return wordsOf(part, holder) ?? ''
  const value = holder[part.slot]
  return slots[part.as].write((value ?? part.usual ?? null) as never, at, holder)
}

function writeOption({ given, say, otherwise = [] }: Option<NotationForm>, holder: Holder, at: Writing) {
  const value = holder[given]
  if (value === undefined) return writeSentence(otherwise, holder, at)
  const slot = pairsOf(say)
  if (slot !== null) {
    const count = Object.keys(value as Pairs).length
    if (count === 0 && slot.usual !== undefined) return ''
    if (count > 1) {
      writeBelow(value as Pairs, at)
      return ''
    }
  }
  return writeSentence(say, holder, at)
}

/** The slot that may stand in lines below. */
export function pairsOf(say: readonly Part<NotationForm>[]) {
  for (const part of say) if (typeof part === 'object' && 'as' in part && part.as === 'pairs') return part
  return null
}

/** A sentence that says some values of its field alone says nothing of the others. */
function isSaid(sentence: Sentence<NotationForm>, holder: Holder): boolean {
  if (needed(sentence).some(field => holder[field] === undefined)) return false
  const [part] = sentence
  if (typeof part !== 'object' || !('says' in part)) return true
  return wordsOf(part, holder) !== undefined
}

/** An object has none, such as the steps of `onError`. */
function wordsOf({ slot, says }: Saying, holder: Holder): string | undefined {
  const value = holder[slot]
  if (typeof value === 'object') return undefined
  return Object.hasOwn(says, String(value)) ? says[String(value)] : undefined
}
