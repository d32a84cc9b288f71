// Messages that need no language model: questions and orders whose whole words the service knows, and that
// name what they are about. The service carries them out itself, also where a model is there, which may be
// slow, wrong or away. What has to be understood, or means something else after what was said before, is for
// the model.
import type { ApprovalRef, Command, ExecutionRef, WorkflowRef } from './command.ts'
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

/** Does it mean the same whatever was said before? It was read with the names of what is there. */
export function isSelfContained(command: Command): boolean {
  switch (command.type) {
    case 'run':
    case 'describe':
      return isNamed(command.workflow)
    case 'again':
      return command.workflow !== null && isNamed(command.workflow)
    case 'retry':
    case 'cancel':
    case 'status':
    case 'why':
      return isNamedRun(command.execution)
    case 'executions':
      return command.wanted.workflow === null || isNamed(command.wanted.workflow)
    case 'approve':
    case 'deny':
      return isNamedApproval(command.approval)
    case 'create':
      return command.prompt !== null
    default:
      return isAboutNothingElse(command)
  }
}

function isNamed(ref: WorkflowRef): boolean {
  return ref.by === 'name' && ref.ids.length === 1 && (ref.fit === 'exact' || ref.fit === 'prefix')
}

function isNamedRun(ref: ExecutionRef): boolean {
  return ref.by === 'id' || (ref.by === 'newest' && ref.workflow !== null && isNamed(ref.workflow))
}

function isNamedApproval(ref: ApprovalRef): boolean {
  return ref.by === 'id' || (ref.by === 'execution' && isNamedRun(ref.execution))
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
