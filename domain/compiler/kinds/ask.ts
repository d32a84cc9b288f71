// Checks an ask step: it asks something, and says once what an answer looks like. Called by
// domain/compiler/blocks.ts.
import type { StepOf } from '../../plan/blocks/block.ts'
import { compileSchema } from '../../schema/schema-check.ts'
import { SchemaError } from '../../schema/schema-error.ts'
import type { Pass } from '../compiler.ts'
import { checkApproval } from './approval.ts'

export function checkAsk(step: StepOf<'ask'>, pass: Pass): void {
  const { question, choices, many, outputSchema, review } = step
  const report = (field: string, message: string) =>
    pass.report(step, 'BAD_ASK', field, `${step.id}.${field}: ${message}`)
  if (typeof question === 'string' && question.trim() === '') report('question', 'expected a question')
  if (choices !== undefined && outputSchema !== undefined)
    report('outputSchema', 'an answer is one of choices, or fits outputSchema: keep one of them')
  if (many !== undefined && choices === undefined) report('many', 'expected choices, of which many may fit')
  if (Array.isArray(choices) && new Set(choices).size < choices.length)
    report('choices', 'expected each choice once')
  if (typeof review === 'object') checkApproval(step, review, 'review.', pass)
  if (outputSchema === undefined) return
  try {
    compileSchema(outputSchema)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    report('outputSchema', error.message)
  }
}
