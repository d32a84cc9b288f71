// Reads a prompt: typed as an argument, in a file, or on standard input.
import type { Context } from './context.ts'
import { UsageError } from './exit-codes.ts'
import { readText } from './inputs.ts'

export interface PromptOptions {
  readonly prompt?: string | undefined
  /** A path; `-` is standard input. */
  readonly file?: string | undefined
}

/** @param expected what to type, for the message. @throws {UsageError} */
export async function readPrompt(
  { readInput, isInteractive }: Context,
  { prompt, file }: PromptOptions,
  expected: string,
): Promise<string> {
  if (prompt !== undefined) return prompt
  if (file !== undefined && file !== '-') return readText(file)
  if (isInteractive && file === undefined) throw new UsageError(`expected ${expected}`)
  return readInput()
}
