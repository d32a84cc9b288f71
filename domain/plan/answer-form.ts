// What the answer of an ask step looks like. The compiler, the engine and the dashboard, where somebody
// corrects an answer, go by it.
import type { Json, JsonSchema } from '../json.ts'
import type { AskBlock } from './blocks/ask.ts'

/** JSON Schema of what the step gives; null for a text. @param choices where they are computed */
export function answerForm(
  { choices, many, outputSchema }: Pick<AskBlock, 'choices' | 'many' | 'outputSchema'>,
  computed?: readonly string[],
): JsonSchema | null {
  const named = computed ?? (Array.isArray(choices) ? (choices as readonly string[]) : null)
  const one = { type: 'string', ...(named !== null && { enum: named as Json }) }
  if (choices !== undefined) return many ? { type: 'array', items: one } : one
  return outputSchema ?? null
}
