// Messages that need no language model: questions about the service whose whole words it knows. They are
// answered by the service itself, also where a model is there, which may be slow, wrong or away. What has to
// be understood, and every deed, is for the model.
import type { Command } from './command.ts'
import { Names } from './names.ts'
import { readMessage } from './reading.ts'

const noNames = new Names([])
/** What means something only after what was said before. */
const replies: ReadonlySet<string> = new Set(['yes', 'no', 'place', 'leave', 'greeting', 'thanks', 'refrain'])

export function isPlainQuestion(text: string): boolean {
  const { command } = readMessage(text, noNames)
  // "What can you do?" is a question to whoever answers, also when it is "what did I say?".
  if (command?.type === 'help') return /^\W*help\W*$/i.test(text)
  return command !== null && isAboutNothingElse(command)
}

/** Does it order or ask something that the service may know? Names are not looked at. */
export function isCommand(text: string): boolean {
  const { command } = readMessage(text, noNames)
  return command !== null && !replies.has(command.type)
}

function isAboutNothingElse(command: Command): boolean {
  switch (command.type) {
    case 'workflows':
    case 'tools':
      return command.about === null
    case 'executions':
      return command.wanted.workflow === null
    case 'status':
      return command.execution.by === 'last'
    case 'approvals':
    case 'usage':
      return true
    default:
      return false
  }
}
