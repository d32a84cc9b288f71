// troupe plan: what a prompt would become, without keeping it.
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { inputsText, planText } from '../plan-text.ts'
import { type PromptOptions, readPrompt } from '../prompt.ts'

/** Ends with 1 when the plan could not run as it is. */
export async function plan(context: Context, { prompt: typed, file }: PromptOptions): Promise<number> {
  if (typed !== undefined && file !== undefined) throw new UsageError('expected a prompt or --file, not both')
  const expected = 'a prompt in quotes, --file, or the prompt on standard input'
  const prompt = await readPrompt(context, { prompt: typed, file }, expected)
  const troupe = await context.connect()
  const planned = await troupe('POST /api/v1/workflows/plan', { body: { prompt } })
  const text = [`status: ${planned.status}`, ...inputsText(planned), '', ...planText(planned)]
  context.output.result(planned, text)
  return planned.status === 'ready' ? exitCodes.ok : exitCodes.failed
}
