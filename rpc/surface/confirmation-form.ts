// What a person confirms of a plan as a question to the user of a client (elicitation), and the answer.
// 1. Only an explicit word confirms, with each entry ticked that has to be. Everything else confirms nothing.
// 2. What is too long for a question is confirmed where all of it is seen.
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Confirmation } from '../../domain/planning/confirmation/entry.ts'
import { entriesText } from '../../domain/planning/confirmation/entry-text.ts'
import { askedLength } from '../../domain/shown/asked-text.ts'
import { shownLine } from '../../domain/shown/shown.ts'
import type { InputRequest } from './surface.ts'

export type Confirming =
  | { readonly type: 'confirmed'; readonly entries: readonly string[] }
  | { readonly type: 'declined' }
  | { readonly type: 'wrong'; readonly defect: string }

interface Asking {
  /** URL of the page that shows all of it. */
  readonly page: string
  /** What was wrong with the previous answer. */
  readonly defect: string | null
}

/** Ticks that a form has room for. */
const mostTicks = 20

export function confirmingQuestion(shown: Confirmation, { page, defect }: Asking): InputRequest {
  const isWhole = fits(shown)
  const wrong = defect === null ? [] : [`The last answer was not taken: ${shownLine(defect)}`]
  const whole = isWhole
    ? entriesText(shown.entries)
    : `This is too long to be confirmed here. All of it is seen at ${page}`
  const ticks = ticksIn(shown).map(({ says }, at) => [
    `tick_${at + 1}`,
    { type: 'boolean', title: `Meant: ${says.split('\n')[0]!.slice(0, 200)}` },
  ])
  const decision = { type: 'string', title: 'Decision', enum: isWhole ? ['confirm', 'not now'] : ['not now'] }
  const requestedSchema = {
    type: 'object',
    properties: { ...(isWhole && Object.fromEntries(ticks)), decision },
    required: ['decision'],
  }
  const message = [...wrong, 'May this workflow start by itself?', whole].join('\n\n')
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema } as JsonObject,
  }
}

/** @param response an ElicitResult: `{action, content?}` */
export function readConfirming(shown: Confirmation, response: Json): Confirming {
  if (!isObject(response)) return { type: 'wrong', defect: 'expected {action, content}' }
  const { action, content } = response as JsonObject
  if (action !== 'accept') return { type: 'declined' }
  if (!isObject(content) || (content as JsonObject)['decision'] !== 'confirm') return { type: 'declined' }
  if (!fits(shown)) return { type: 'wrong', defect: 'it is too long to be confirmed here' }
  const ticks = ticksIn(shown)
  const left = ticks.filter((_, at) => (content as JsonObject)[`tick_${at + 1}`] !== true)
  if (left.length > 0) return { type: 'wrong', defect: `${left.length} of ${ticks.length} were not ticked` }
  return { type: 'confirmed', entries: ticks.map(({ id }) => id) }
}

function ticksIn({ entries }: Confirmation) {
  return entries.filter(({ severity }) => severity === 'tick')
}

function fits(shown: Confirmation): boolean {
  return entriesText(shown.entries).length <= askedLength && ticksIn(shown).length <= mostTicks
}
