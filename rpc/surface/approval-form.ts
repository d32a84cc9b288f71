// An approval as a question to the client's user (elicitation), and the answer as a decision. The user sees
// the exact tool and arguments, the message, and fills in the approval's form. Elicitation has flat forms of
// texts, numbers, booleans and choices; any other form becomes one text field for JSON.
// 1. Only an explicit approval approves. Declining denies; closing the question decides nothing.
// 2. What is too long for a question is approved where all of it is seen; here it can be denied.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import { own } from '../../domain/own.ts'
import { type AskedText, askedText } from '../../domain/shown/asked-text.ts'
import { shownJson, shownKey, shownLine } from '../../domain/shown/shown.ts'
import type { Approval, DecideApproval } from '../../domain/work/approval.ts'
import type { InputRequest } from './surface.ts'

/** Null: the user closed the question; the approval stays pending. */
export type Answer = Omit<DecideApproval, 'args'> | null

const jsonField = 'form_json'

export interface Asking {
  /** URL of the page that shows all of the approval. */
  readonly page: string
  /** What the tool does to the world; null when it is not known. */
  readonly effect?: string | null
  /** What was wrong with the previous answer. */
  readonly defect?: string | null
}

export function questionOf(approval: Approval, { page, effect = null, defect = null }: Asking): InputRequest {
  const asked = askedText(approval, effect)
  const isWhole = asked.missing === 0
  const properties = {
    decision: { type: 'string', title: 'Decision', enum: isWhole ? ['approve', 'deny'] : ['deny'] },
    ...(isWhole && fieldsOf(approval.form)),
    note: { type: 'string', title: 'Note', description: 'Kept with the decision', maxLength: 2_000 },
  }
  const requestedSchema = { type: 'object', properties, required: ['decision'] }
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message: messageOf(asked, page, defect), requestedSchema } as JsonObject,
  }
}

/**
 * The decision that an answer means.
 * @param response an ElicitResult: `{action, content?}`
 * @throws {TypeError} it is not an ElicitResult; says what was expected
 */
export function answerOf(approval: Approval, response: Json): Answer {
  if (!isObject(response)) throw new TypeError('expected {action, content}')
  const { action, content } = response
  if (action === 'cancel') return null
  if (action === 'decline') return { decision: 'deny', digest: approval.digest }
  if (action !== 'accept') throw new TypeError('action: expected "accept", "decline" or "cancel"')
  if (!isObject(content)) throw new TypeError('content: expected object')
  const { decision, note } = content
  if (decision !== 'approve' && decision !== 'deny')
    throw new TypeError('content.decision: expected "approve" or "deny"')
  if (decision === 'approve' && askedText(approval).missing > 0)
    throw new TypeError('content.decision: it is too long to be approved here: approve it on its page')
  const form = decision === 'approve' ? formOf(approval.form, content as JsonObject) : null
  const noted = typeof note === 'string' && note !== '' ? note : null
  return { decision, note: noted, form, digest: approval.digest }
}

function messageOf({ text, missing }: AskedText, page: string, defect: string | null): string {
  const wrong = defect === null ? [] : [`The last answer was not taken: ${shownLine(defect)}`]
  const elsewhere =
    missing === 0 ? [] : [`This is too long to be approved here. All of it is seen and approved at ${page}`]
  return [...wrong, text, ...elsewhere].join('\n\n')
}

/** The form's fields under the names that the client knows. */
function fieldsOf(form: JsonSchema | null): JsonObject {
  if (form === null) return {}
  const flat = flatFields(form)
  if (flat !== null) return Object.fromEntries(flat.map(([name, field]) => [fieldName(name), shown(field)]))
  const description = `JSON that fits this schema: ${shownJson(form)}`
  return { [jsonField]: { type: 'string', title: 'Form, as JSON', description } }
}

/** Its title and description hide nothing and stay within their lines. */
function shown(field: JsonObject): JsonObject {
  const texts = Object.entries(field).map(([name, value]) => {
    const isText = (name === 'title' || name === 'description') && typeof value === 'string'
    return [name, isText ? shownLine(value) : value] as const
  })
  return Object.fromEntries(texts)
}

function formOf(form: JsonSchema | null, content: JsonObject): Json {
  if (form === null) return null
  const flat = flatFields(form)
  if (flat === null) return parsed(content[jsonField])
  const given = flat.flatMap(([name]) => {
    const value = own(content, fieldName(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** Avoids the names of the decision's own fields. */
function fieldName(name: string): string {
  return name === 'decision' || name === 'note' || name.startsWith('form_') ? `form_${name}` : name
}

/** Null: elicitation cannot show this form. */
function flatFields(form: JsonSchema): [name: string, field: JsonObject][] | null {
  const { type, properties } = form
  if (type !== 'object' || !isObject(properties)) return null
  const fields = Object.entries(properties) as [string, JsonObject][]
  return fields.every(([name, field]) => isFlat(field) && isAsShown(name)) ? fields : null
}

/** A client shows the name of a field as it is. */
function isAsShown(name: string): boolean {
  return shownKey(name) === JSON.stringify(name)
}

const primitives = new Set<unknown>(['string', 'number', 'integer', 'boolean'])

function isFlat(field: Json): boolean {
  return isObject(field) && primitives.has(field['type'])
}

function parsed(text: Json | undefined): Json {
  if (typeof text !== 'string') throw new TypeError(`content.${jsonField}: expected JSON as a text`)
  try {
    return readJson(text)
  } catch {
    throw new TypeError(`content.${jsonField}: expected JSON as a text`)
  }
}
