// Random plans of every kind, policy and start, drawn from the shapes that requests are held to; values,
// texts and expressions with all that could be taken for something of the notation.
import fc from 'fast-check'
import type { z } from 'zod'
import { JsonObjectValue, JsonValue } from '../../../domain/json.ts'
import type { ChildField } from '../../../domain/plan/blocks/block.ts'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { planShape, StepSchema, stepKinds, stepShapes } from '../../../domain/plan/plan-schema.ts'
import { expression as Expression, identifier, schemaObject } from '../../../domain/plan/shapes.ts'
import { startShapes } from '../../../domain/work/starts/said-starts.ts'
import { shaped } from '../../support/shaped.ts'

const pieces = [
  '{{',
  '}}',
  '{',
  '}',
  '${',
  '$${',
  '$',
  '"',
  "'",
  '\\',
  '`',
  '```',
  '\n',
  '\r',
  '\t',
  ' ',
  '. ',
  ':',
  ', ',
  'Call it x.',
  '1. ',
  '   ',
  'below',
  'secret ',
  'cel ',
  'é',
  '日本',
  '👩‍👩‍👧',
  '\u202e',
  '\u2028',
  '\ud800',
  '\u0000',
  '\ufeff',
  'steps.a',
  'inputs["x"]',
  'a',
  '1',
  '{"a": {"b": 1}}',
  '\\u007b',
  '__proto__',
  'null',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 8 })
  .map(parts => parts.join(''))
const source = fc.oneof(
  fc.constantFrom(
    'inputs.a',
    'steps.a.items.filter(x, x.n > 1)',
    '{"a": {"b": [1]}}.a',
    '\'}\' + "{"',
    'a\n  + b',
    ' a ',
  ),
  text.filter(each => each !== ''),
)
const template = fc.oneof(
  text,
  fc
    .array(
      fc.oneof(
        text,
        source.map(each => `\${${each}}`),
      ),
      { maxLength: 5 },
    )
    .map(parts => parts.join('')),
)
const name = fc.oneof(fc.constantFrom('url', 'to', '__proto__', 'a b', '$', '$t', '$secret', '1', ''), text)
const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.oneof(
      source.map(each => ({ $: each })),
      template.map(each => ({ $t: each })),
      text.map(each => ({ $secret: each })),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value
const object = fc.dictionary(name, value, { maxKeys: 3 })
const ids = fc.oneof(
  fc.constantFrom('a', 'b', 'tool', 'wait', 'http_get', 'http_get_2', 'it'),
  fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/),
)

const crons = fc.constantFrom(
  '0 9 * * 1-5',
  '00 9 * * *',
  '*/15 * * * *',
  '*/45 * * * *',
  '0 */2 * * *',
  '* * * * *',
  '5 23 * * 0,6',
  '0 0 1 1 *',
  '75 9 * * *',
)

function instead(shape: z.ZodType): fc.Arbitrary<unknown> | undefined {
  if (shape === JsonValue) return value
  if (shape === (schemaObject as unknown) || shape === JsonObjectValue) return object
  if (shape === Expression) return source
  if (shape === identifier) return ids
  if (shape === (StepSchema as unknown)) throw new Error('steps are drawn by themselves')
  return shape._zod.def.type === 'string' && shape._zod.bag['patterns'] === undefined ? text : undefined
}

const steps = fc.letrec<{ steps: Step[]; step: Step }>(tie => {
  const kinds = stepKinds.map(kind => {
    const { children = [] } = blocks[kind]
    const lists = children.map(
      child => [child.field, listOf(child, tie('steps') as fc.Arbitrary<Step[]>)] as const,
    )
    const handler = tie('steps').map(steps => ({ steps }))
    const onError = fc.option(fc.oneof(fc.constantFrom('fail', 'continue'), handler), { nil: undefined })
    const taken = [...children.map(({ field }) => field), 'onError', 'span', 'title']
    const fields = Object.entries(stepShapes[kind].shape).filter(([field]) => !taken.includes(field))
    const own = fields.map(([field, shape]) => [field, shaped(shape as z.ZodType, instead)] as const)
    const title = fc.oneof(fc.constant(''), text)
    return fc
      .record({
        ...Object.fromEntries(own),
        ...Object.fromEntries(lists),
        onError: children.length > 0 || kind === 'tool' ? onError : fc.constant(undefined),
        title,
      })
      .map(defined) as fc.Arbitrary<unknown>
  })
  const leaves = kinds.filter(
    (_, index) => blocks[stepKinds[index]!].children === undefined && stepKinds[index] !== 'tool',
  )
  return {
    steps: fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'step' }) as fc.Arbitrary<Step[]>,
    step: fc.oneof(
      { depthIdentifier: 'step', maxDepth: 3 },
      fc.oneof(...leaves),
      ...kinds,
    ) as fc.Arbitrary<Step>,
  }
}).steps

/** A plan as JSON has it. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    ...Object.fromEntries(
      Object.entries(planShape.shape)
        .filter(([field]) => field !== 'steps' && field !== 'start')
        .map(([field, shape]) => [field, shaped(shape as z.ZodType, instead)]),
    ),
    start: fc.option(
      fc.array(fc.oneof(...Object.values(startShapes).map(shape => shaped(shape, startInstead))), {
        maxLength: 2,
      }),
      { nil: undefined },
    ),
    steps,
  })
  .map(plan => JSON.parse(JSON.stringify(defined(plan))) as Plan)

function startInstead(shape: z.ZodType): fc.Arbitrary<unknown> | undefined {
  if (shape === (startShapes.schedule.shape.cron as unknown)) return crons
  if (shape === (startShapes.schedule.shape.timezone as unknown))
    return fc.constantFrom('UTC', 'Europe/Berlin', 'Etc/GMT+5', 'x y')
  return instead(shape)
}

function listOf({ isOptional, each }: ChildField, steps: fc.Arbitrary<Step[]>): fc.Arbitrary<unknown> {
  const list =
    each === undefined
      ? steps
      : fc.array(
          fc
            .record({
              ...Object.fromEntries(
                Object.entries(each.shape).map(([field, shape]) => [
                  field,
                  shaped(shape as z.ZodType, instead),
                ]),
              ),
              steps,
            })
            .map(defined),
          { minLength: 1, maxLength: 3 },
        )
  return isOptional
    ? fc.option(list as fc.Arbitrary<unknown>, { nil: undefined })
    : (list as fc.Arbitrary<unknown>)
}

function defined(drawn: object): object {
  return Object.fromEntries(Object.entries(drawn).filter(([, each]) => each !== undefined))
}
