// What a model answers when it is asked for a plan: the plan in the plan language, and what a person has to
// know of it. Read leniently: what is missing is empty, what has another shape is left out and told.
import type { z } from 'zod'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { Assumption, Cannot, mostEntries, OpenQuestion } from '../../domain/plan/said-of-plan.ts'

export interface PlannerAnswer {
  /** As the model wrote it. */
  readonly plan: JsonObject
  /** By step id: the words of the request that ask for it. */
  readonly quotes: { readonly [step: string]: string }
  readonly assumptions: readonly Assumption[]
  readonly cannot: readonly Cannot[]
  readonly questions: readonly OpenQuestion[]
  readonly name: string | null
}

/** @returns null when it holds no plan and says nothing of what it cannot do */
export function readAnswer(value: Json): PlannerAnswer | null {
  if (!isObject(value)) return null
  const { plan, quotes, assumptions, cannot, questions, name } = value as JsonObject
  // A bare plan is an answer without words.
  const bare = Array.isArray((value as JsonObject)['steps']) ? (value as JsonObject) : null
  const given = isObject(plan) ? (plan as JsonObject) : bare
  const answer = {
    plan: given ?? { steps: [] },
    quotes: quotesIn(quotes),
    assumptions: listOf(Assumption, assumptions),
    cannot: listOf(Cannot, cannot),
    questions: listOf(OpenQuestion, questions),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : null,
  }
  const isEmpty = given === null && answer.cannot.length === 0 && answer.questions.length === 0
  return isEmpty ? null : answer
}

function quotesIn(quotes: Json | undefined): { readonly [step: string]: string } {
  if (!isObject(quotes)) return {}
  const found: [string, string][] = []
  for (const [step, words] of Object.entries(quotes as JsonObject)) {
    // Some give a list of parts; the first stands for the step.
    const said = Array.isArray(words) ? words[0] : words
    if (typeof said === 'string') found.push([step, said.slice(0, 1_000)])
  }
  return Object.fromEntries(found)
}

function listOf<Each>(schema: z.ZodType<Each>, value: Json | undefined): readonly Each[] {
  if (!Array.isArray(value)) return []
  return (value as readonly Json[]).slice(0, mostEntries).flatMap(each => {
    const read = schema.safeParse(typeof each === 'string' ? { text: each, words: each, id: each } : each)
    return read.success ? [read.data] : []
  })
}

/** For providers that are asked for JSON of a schema; the plan itself is judged by the compiler. */
export const answerSchema: JsonSchema = {
  type: 'object',
  properties: {
    plan: { type: 'object', description: 'The plan; {"steps": []} when nothing of the request can be done' },
    quotes: {
      type: 'object',
      description: 'By step id: the exact words of the request that ask for the step',
      additionalProperties: { type: 'string' },
    },
    assumptions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: ['string', 'null'] },
          field: { type: ['string', 'null'] },
          text: { type: 'string' },
          options: { type: 'array', items: { type: 'string' } },
        },
        required: ['text'],
      },
    },
    cannot: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          words: { type: 'string' },
          why: { type: 'string', enum: ['no-tool', 'judgement', 'trigger', 'unclear'] },
          nearest: { type: ['string', 'null'] },
        },
        required: ['words', 'why'],
      },
    },
    questions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          text: { type: 'string' },
          options: { type: 'array', items: { type: 'string' } },
        },
        required: ['id', 'text'],
      },
    },
    name: { type: 'string', description: 'A short name for the workflow' },
  },
  required: ['plan', 'quotes'],
}
