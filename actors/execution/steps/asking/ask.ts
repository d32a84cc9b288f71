// Ask steps: a model answers a question about an input. It is asked as an agent is (agent.ts), without tools;
// what it answers is held against its form here. beginning.ts, answering.ts, deciding.ts and those who ask
// the model (../../asking/question.ts) call it.
// 1. An answer that does not fit is told to the model, twice at most; then the step fails. Nothing is
//    guessed.
// 2. With a review the answer waits in the approval, which may correct it.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../../domain/json.ts'
import { answerForm } from '../../../../domain/plan/answer-form.ts'
import { askBounds } from '../../../../domain/plan/plan.ts'
import { compileSchema, defectUnder } from '../../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../../domain/schema/schema-error.ts'
import type { Event } from '../../protocol.ts'
import type { AskProgram } from '../program.ts'
import { type Evaluate, nameOf } from '../scope.ts'

/** What the step asks, as its `step-started` has it. */
export interface Asked {
  readonly question: string
  readonly input: Json
  /** Computed ones; absent: those of the plan. */
  readonly choices?: readonly string[]
}

/** @returns the question, or why it cannot be asked @throws {ExpressionError} */
export function askedBy(block: AskProgram, evaluate: Evaluate): Asked | string {
  const question = evaluate(block.question)
  const asked = {
    question: typeof question === 'string' ? question : JSON.stringify(question),
    input: block.input === null ? null : evaluate(block.input),
  }
  if (block.computedChoices === null) return asked
  const choices = evaluate(block.computedChoices)
  if (!Array.isArray(choices)) return `expected a list of texts as choices, received ${nameOf(choices)}`
  const wrong = choices.find(each => typeof each !== 'string' || each === '')
  if (wrong !== undefined) return `expected texts as choices, received ${nameOf(wrong as Json)}`
  const distinct = [...new Set(choices as string[])]
  return distinct.length < 1 || distinct.length > askBounds.choices
    ? `expected 1 to ${askBounds.choices} choices, received ${distinct.length}`
    : { ...asked, choices: distinct }
}

/** What an answer looks like; null for a text. */
export function formOf(block: AskProgram, { choices }: Pick<Asked, 'choices'>): JsonSchema | null {
  return answerForm(block, choices)
}

/** Of the object that the model is asked for: providers want one. Null for a text. */
export function wireForm(form: JsonSchema | null): JsonSchema | null {
  if (form === null || !isWrapped(form)) return form
  return { type: 'object', properties: { answer: form }, required: ['answer'], additionalProperties: false }
}

/** Does the object that the model is asked for hold the answer, and is not the answer itself? */
export function isWrapped(form: JsonSchema): boolean {
  return form['type'] !== 'object'
}

/** What the step gives of what the model said. */
export function answerIn(form: JsonSchema | null, { text, value }: Said): Json {
  if (form === null) return text
  // Some models leave the object out, and say the answer itself.
  return isWrapped(form) && isObject(value) ? ((value as JsonObject)['answer'] ?? null) : value
}

interface Said {
  readonly text: string
  readonly value: Json
}

/** Why the answer does not fit; null when it does. */
export function defectOfAnswer(form: JsonSchema | null, answer: Json): string | null {
  if (form === null) return typeof answer === 'string' && answer.trim() !== '' ? null : 'the answer is empty'
  try {
    const defect = compileSchema(form)(answer)
    return defect === null ? null : defectUnder('answer', defect)
  } catch (error) {
    if (error instanceof SchemaError) return error.message
    throw error
  }
}

/** The answer that an approved review gives: as somebody corrected it, or as the model gave it. */
export function reviewedAnswer(
  shown: JsonObject | null,
  { args }: Pick<Extract<Event, { type: 'approval-decided' }>, 'args'>,
): Json {
  return (args ?? shown)?.['answer'] ?? null
}
