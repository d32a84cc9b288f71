// Questions to the person at the terminal. The library that draws them is loaded at the first one, so scripts
// never pay for it.
import { UsageError } from './exit-codes.ts'

export async function ask(message: string, initialValue = ''): Promise<string> {
  const { text } = await import('@clack/prompts')
  return requireAnswer(text({ message, ...(initialValue && { initialValue }) }))
}

/** Asks without showing what is typed. */
export async function askSecret(message: string): Promise<string> {
  const { password } = await import('@clack/prompts')
  return requireAnswer(password({ message }))
}

export async function choose<T extends string>(
  message: string,
  choices: Readonly<Record<T, string>>,
): Promise<T> {
  const { select } = await import('@clack/prompts')
  const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }))
  return (await requireAnswer(select({ message, options }))) as T
}

/** @throws {UsageError} the person cancelled the question */
export async function agree(message: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({ message, initialValue: false })
  if (typeof answer === 'boolean') return answer
  throw new UsageError('no answer was given')
}

/** @throws {UsageError} the person cancelled the question */
async function requireAnswer(question: Promise<string | symbol>): Promise<string> {
  const answer = await question
  if (typeof answer === 'string') return answer
  throw new UsageError('no answer was given')
}
