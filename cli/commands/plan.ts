// troupe plan: what a prompt would become, in notation, without keeping it. A plan in JSON is shown in
// notation, too.
import { existsSync, statSync } from 'node:fs'
import { isObject, type Json } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { inputsText, notationLines, planText } from '../plan-text.ts'
import { type PromptOptions, readPrompt } from '../prompt.ts'

/** Ends with 1 when the plan could not run as it is. */
export async function plan(context: Context, { prompt: typed, file }: PromptOptions): Promise<number> {
  if (typed !== undefined && file !== undefined) throw new UsageError('expected a prompt or --file, not both')
  const expected = 'a prompt in quotes, a file, or the prompt on standard input'
  const named = typed !== undefined && isFile(typed)
  if (!named && typed !== undefined && looksLikeFile.test(typed)) throw new UsageError(`cannot read ${typed}`)
  const prompt = await readPrompt(context, named ? { file: typed } : { prompt: typed, file }, expected)
  const troupe = await context.connect()
  const planned = await troupe('POST /api/v1/workflows/plan', { body: bodyOf(prompt) })
  const steps = notationLines(planned)
  const text = [`status: ${planned.status}`, ...inputsText(planned), '', ...planText(planned, steps)]
  context.output.result(planned, text)
  return planned.status === 'ready' ? exitCodes.ok : exitCodes.failed
}

/** No prompt is one word that is a path, or ends as files do. */
const looksLikeFile = /^(?:\.{0,2}\/\S+|[^\s:]+\.(?:txt|md|json|notation))$/

function bodyOf(prompt: string): { readonly prompt: string; readonly plan?: Json } {
  const plan = planIn(prompt)
  return plan === null ? { prompt } : { prompt: 'A plan in JSON.', plan }
}

/** Null: the text is no plan in JSON. */
function planIn(text: string): Json | null {
  try {
    const json = readJson(text.replace(/^\ufeff/, ''))
    return isObject(json) && 'steps' in json ? json : null
  } catch {
    return null
  }
}

/** What names a file is meant as the file; `-` is standard input. */
function isFile(typed: string): boolean {
  return typed === '-' || (existsSync(typed) && statSync(typed).isFile())
}
