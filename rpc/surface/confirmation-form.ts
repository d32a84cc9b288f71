// What a person confirms of a plan as a question to the user of a client (elicitation), and the answer.
// 1. Only an explicit word confirms, with each entry ticked that has to be. Everything else confirms nothing.
// 2. What is too long for a question is confirmed where all of it is seen.
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { PlannedBy } from '../../domain/plan/plan.ts'
import { askedLength } from '../../domain/shown/asked-text.ts'
import { shownLine, shownText } from '../../domain/shown/shown.ts'
import type { Confirmation } from '../../domain/work/confirming/entry.ts'
import { entriesText, requestWords, tickTitle } from '../../domain/work/confirming/entry-text.ts'
import type { InputRequest } from './surface.ts'

export type Confirming =
  | { readonly type: 'confirmed'; readonly entries: readonly string[] }
  | { readonly type: 'declined' }
  | { readonly type: 'wrong'; readonly defect: string }

interface Asking {
  /** Of the workflow. */
  readonly id: string
  readonly name: string
  /** What the plan was made for. */
  readonly prompt: string
  readonly plannedBy: PlannedBy | null
  /** URL of the page that shows all of it. */
  readonly page: string
  /** What was wrong with the previous answer. */
  readonly defect: string | null
}

/** Characters of the request in a question. */
const longestRequest = 4_000

/** Ticks that a form has room for. */
const mostTicks = 20

export function confirmingQuestion(shown: Confirmation, asking: Asking): InputRequest {
  const { page, defect } = asking
  const isWhole = fits(shown)
  const wrong = defect === null ? [] : [`The last answer was not taken: ${shownLine(defect)}`]
  const whole = isWhole
    ? entriesText(shown.entries)
    : `This is too long to be confirmed here. All of it is seen at ${page}`
  const ticks = ticksIn(shown).map((entry, at) => [
    `tick_${at + 1}`,
    { type: 'boolean', title: `Meant: ${tickTitle(entry)}` },
  ])
  const decision = { type: 'string', title: 'Decision', enum: isWhole ? ['confirm', 'not now'] : ['not now'] }
  const requestedSchema = {
    type: 'object',
    properties: { ...(isWhole && Object.fromEntries(ticks)), decision },
    required: ['decision'],
  }
  const message = [...wrong, 'May this workflow start by itself?', aboutIt(asking), whole].join('\n\n')
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema } as JsonObject,
  }
}

/** Which it is, and what it was asked for. */
function aboutIt({ id, name, prompt, plannedBy, page }: Asking): string {
  const missing = prompt.length - longestRequest
  const more = missing > 0 ? `\n… ${missing} more characters, at its page` : ''
  const request = shownText(prompt.slice(0, longestRequest).toWellFormed())
  return `Workflow: ${shownText(name)} (${id})\nPage: ${page}\n${requestWords(plannedBy)}: ${request}${more}`
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
