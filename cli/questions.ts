// Questions to whoever sits at the terminal. What draws them is loaded at the first one: scripts never pay for it.
import { UsageError } from './exit-codes.ts'

export async function ask(message: string, initialValue = ''): Promise<string> {
  const { text } = await import('@clack/prompts')
  return answered(text({ message, ...(initialValue && { initialValue }) }))
}

/** What is typed is not shown. */
export async function askSecret(message: string): Promise<string> {
  const { password } = await import('@clack/prompts')
  return answered(password({ message }))
}

export async function choose<T extends string>(
  message: string,
  choices: Readonly<Record<T, string>>,
): Promise<T> {
  const { select } = await import('@clack/prompts')
  const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }))
  return (await answered(select({ message, options }))) as T
}

/** @throws {UsageError} the question was left */
async function answered(question: Promise<string | symbol>): Promise<string> {
  const answer = await question
  if (typeof answer === 'string') return answer
  throw new UsageError('nothing was answered')
}
