// Reads the line of a step: what it does, then what else is said of it, each sentence once and in order.
import type { StepKind } from '../../domain/plan/blocks/block.ts'
import { blocks } from '../../domain/plan/blocks/blocks.ts'
import type { Sentences } from '../../domain/plan/sentences/form.ts'
import { policiesOf } from '../../domain/plan/sentences/of-kind.ts'
import type { Reading } from './blocks.ts'
import { expectedOf } from './expected.ts'
import { naming } from './heads.ts'
import type { Ids } from './ids.ts'
import { kindAt } from './kinds.ts'
import { endSentence, openingsOf, readSentence, readSentences } from './read-sentences.ts'
import type { Holder } from './slots.ts'
import type { Cursor } from './values/cursor.ts'

/** A step of which the lists are still to be read. */
export interface Begun {
  readonly kind: StepKind
  readonly holder: Holder
  /** What the first list is a part of, where the sentence of the step says it. */
  readonly part: Holder | null
}

/** @param cursor after the number of the item */
export function readLine(cursor: Cursor, at: Reading, ids: Ids): Begun {
  const kind = kindAt(cursor)
  const { sentence: form, children = [] } = blocks[kind]
  const holder: Holder = { kind }
  const part: Holder | null = form.leads === undefined ? null : {}
  readSentence(form.notation ?? form.says, part ?? holder, cursor, at)
  endSentence(cursor)
  readSentences(form.further ?? [], holder, cursor, at)
  readSentences(naming, holder, cursor, at)
  readSentences(policiesOf[kind], holder, cursor, at)
  const isBlock = children.length > 0
  if (isBlock ? !cursor.take(':') : !cursor.isAtEnd) cursor.fail(nextOf(cursor, kind, isBlock))
  holder['id'] ??= ids.next(holder)
  holder['title'] ??= ''
  ids.take(String(holder['id']))
  return { kind, holder, part }
}

/** What may follow the sentences of a step. */
function nextOf(cursor: Cursor, kind: StepKind, isBlock: boolean): string {
  const words = openingsIn([...(blocks[kind].sentence.further ?? []), ...naming, ...policiesOf[kind]])
  const known = words.find(each => cursor.startsWith(each))
  if (known !== undefined)
    return `no ${JSON.stringify(known)} here: each sentence stands once, in the order ${words.map(each => JSON.stringify(each)).join(', ')}`
  const end = isBlock ? '":" at the end of the line' : 'the end of the line'
  return cursor.isAtEnd ? end : `${end}, or a sentence that begins with ${expectedOf(cursor, words)}`
}

function openingsIn(sentences: Sentences): readonly string[] {
  return sentences.flatMap(each => ('within' in each ? openingsIn(each.sentences) : openingsOf(each)))
}
