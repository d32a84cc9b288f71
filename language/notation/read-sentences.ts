// Reads the sentences of a line. Every part begins with words that tell it from what else may stand there, so
// that nothing is read twice.
import type { Option, Part, Saying, Sentence, Sentences } from '../../domain/plan/sentences/form.ts'
import type { Reading } from './blocks.ts'
import { readBelow, standsBelow } from './pairs.ts'
import { type Holder, type NotationForm, slots } from './slots.ts'
import type { Cursor } from './values/cursor.ts'
import { pairsOf } from './write-sentences.ts'

const blanks = / +/y

/** Goes past what ends a sentence, and the blank before the next one. */
export function endSentence(cursor: Cursor): void {
  // A colon ends the line, before the steps below it.
  if (cursor.startsWith(':') && cursor.at === cursor.text.length - 1) return
  if (!cursor.take('.')) cursor.fail('"." after the sentence')
  if (!cursor.isAtEnd && cursor.match(blanks) === null) cursor.fail('a blank after "."')
}

/** Those of these sentences that stand there, in their order, each with what ends it. */
export function readSentences(
  sentences: Sentences<NotationForm>,
  holder: Holder,
  cursor: Cursor,
  at: Reading,
): void {
  for (const each of sentences) {
    if (!begins(each, cursor)) continue
    if ('within' in each) {
      const inner: Holder = {}
      readSentences(each.sentences, inner, cursor, at)
      holder[each.within] = inner
    } else {
      readSentence(each, holder, cursor, at)
      endSentence(cursor)
    }
  }
}

export function readSentence(
  sentence: Sentence<NotationForm>,
  holder: Holder,
  cursor: Cursor,
  at: Reading,
): void {
  for (const part of sentence) readPart(part, holder, cursor, at)
}

/** Do the words stand there that it begins with? */
export function begins(
  sentence: Sentence<NotationForm> | Sentences<NotationForm>[number],
  cursor: Cursor,
): boolean {
  if ('within' in sentence) return sentence.sentences.some(each => begins(each, cursor))
  return opens(sentence, openingsOf(sentence), cursor)
}

/** Does one of the openings of the sentence stand there? */
export function opens(
  sentence: Sentence<NotationForm>,
  openings: readonly string[],
  cursor: Cursor,
): boolean {
  if (openings.some(words => cursor.startsWith(words))) return true
  if (openings.some(words => cursor.couldBe(words))) cursor.offer({ type: 'sentence', sentence, openings })
  return false
}

/** The words that a sentence may begin with. */
export function openingsOf(sentence: Sentence<NotationForm>): readonly string[] {
  const known = openings.get(sentence) ?? findOpenings(sentence)
  openings.set(sentence, known)
  return known
}

/** Sentences are constants, each asked for again in every line. */
const openings = new WeakMap<Sentence<NotationForm>, readonly string[]>()

function findOpenings([part]: Sentence<NotationForm>): readonly string[] {
  if (typeof part === 'string') return [part]
  if (part === undefined) return []
  if ('says' in part) return Object.values(part.says)
  return 'given' in part ? [...openingsOf(part.say), ...findOpenings(part.otherwise ?? [])] : []
}

function readPart(part: Part<NotationForm>, holder: Holder, cursor: Cursor, at: Reading): void {
  if (typeof part === 'string') cursor.expect(part)
  else if ('given' in part) readOption(part, holder, cursor, at)
  else if ('says' in part) readSaying(part, holder, cursor)
  else {
    cursor.offer({ type: 'slot', form: part.as, field: part.slot, holder })
    const value = slots[part.as].read(cursor, at, holder)
    if (value !== undefined) holder[part.slot] = value
  }
}

function readOption(option: Option<NotationForm>, holder: Holder, cursor: Cursor, at: Reading): void {
  const { say, otherwise = [] } = option
  if (openingsOf(say).some(words => cursor.startsWith(words))) {
    readSentence(say, holder, cursor, at)
    return
  }
  const slot = pairsOf(say)
  if (slot !== null && standsBelow(at)) {
    cursor.offer({ type: 'slot', form: slot.as, field: slot.slot, holder })
    holder[slot.slot] = readBelow(at)
  } else if (slot?.usual !== undefined) holder[slot.slot] = slot.usual
  readSentence(otherwise, holder, cursor, at)
}

function readSaying({ slot, says }: Saying, holder: Holder, cursor: Cursor): void {
  const words = Object.entries(says).sort(([, a], [, b]) => b.length - a.length)
  const [value] = words.find(([, said]) => cursor.take(said)) ?? []
  if (value !== undefined) holder[slot] = value === 'true' ? true : value === 'false' ? false : value
}
