// The JSON Schema of a draft, for a model: strict, as providers want it. Every field is required, none but
// these are allowed, and nothing refers to itself. test/domain/drafts/ holds it to the zod schema of
// draft.ts.
import type { JsonSchema } from '../json.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const oneOf = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })

function object(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const value: JsonSchema = {
  anyOf: [
    object({ type: oneOf('literal'), json: { ...text, description: 'The value as JSON text' } }),
    object({ type: oneOf('expression'), cel: text }),
    object({ type: oneOf('text'), template: { ...text, description: 'Text with ${CEL} inside' } }),
  ],
}
const args: JsonSchema = { type: 'array', items: object({ name: text, value }) }

const common = {
  id: text,
  words: { ...texts, description: 'Exact quotes of the prompt that ask for this step' },
  in: orNull(object({ step: text, branch: { type: 'integer' } })),
  when: orNull(text),
}

/** @param tools names that a step may call */
export function draftSchema(tools: readonly string[]): JsonSchema {
  const step = (kind: string, fields: { readonly [name: string]: JsonSchema }) =>
    object({ ...common, kind: oneOf(kind), ...fields })
  const steps = [
    ...(tools.length === 0
      ? []
      : [
          step('tool', {
            tool: oneOf(...tools),
            args,
            onError: oneOf('fail', 'continue'),
            attempts: { type: 'integer' },
            approval: orNull(object({ message: text, assignees: texts })),
          }),
        ]),
    step('set', { value }),
    step('if', { cases: texts }),
    step('foreach', { over: text, as: text }),
    step('parallel', { wait: oneOf('all', 'any') }),
    step('return', { value }),
    step('fail', { message: value }),
    step('approval', { message: value, assignees: texts }),
    step('wait', { seconds: orNull({ type: 'number' }), until: orNull(value), event: orNull(text) }),
    step('workflow', { workflow: text, inputs: args }),
  ]
  return object({
    steps: { type: 'array', items: { anyOf: steps } },
    remove: texts,
    schedule: orNull(object({ cron: text, timezone: text, words: texts })),
    aside: texts,
  })
}
