// The assistant that needs no language model: it reads each message as a command in plain words, carries it
// out by the routes of the service, and says what came of it. The actor of a chat session asks it.
// 1. It keeps nothing but what it returns as memory, and makes at most one call that changes something for
//    each message: asked again after a crash, it does the same.
// 2. Only the user's own words order anything: names and results are shown, never read.
// 3. Beside a language model it does what needs no understanding, and leaves the rest (`obey`).
import type {
  Assistant,
  AssistantAnswer,
  AssistantParts,
  AssistantRequest,
} from '../../../domain/chat/assistant.ts'
import type { WorkflowName } from '../../../domain/work/workflow.ts'
import {
  type Command,
  isCommand,
  isDeed,
  isSelfContained,
  Names,
  type ReadMessage,
  readCommand,
  readMessage,
} from '../../../language/commands.ts'
import { type Calls, callsOf, Refusal } from './calls.ts'
import { carryOut } from './carrying-out.ts'
import { type Question, readMemory, writeMemory } from './memory.ts'
import { offer } from './offering.ts'
import { answerQuestion } from './questions.ts'
import { sayRefusal } from './refusals.ts'
import type { Said, Talk } from './talk.ts'

export const plainAssistant: Assistant = async (request, { service, signal }) => {
  const calls = callsOf(service, signal)
  const memory = readMemory(request.memory)
  try {
    const workflows = isNameless(readMessage(request.text, noNames).command, memory.question)
      ? []
      : await named(calls, request.workflowId)
    const talk: Talk = { request, calls, memory, workflows, names: new Names(workflows) }
    return answerOf(talk, await answer(talk))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answerOf({ memory }, sayRefusal(error))
  }
}

/**
 * Carries out a command that says all by itself. It asks nothing back: whoever understands more than commands
 * answers then.
 * @returns null: it is no such command, and nothing was done
 */
export async function obey(
  request: AssistantRequest,
  { service, signal }: AssistantParts,
): Promise<AssistantAnswer | null> {
  if (!isCommand(request.text)) return null
  const calls = callsOf(service, signal)
  const memory = readMemory(request.memory)
  try {
    const workflows = await named(calls, request.workflowId)
    const talk: Talk = { request, calls, memory, workflows, names: new Names(workflows) }
    const command = readCommand(request.text, talk.names)
    if (command === null || !isSelfContained(command)) return null
    const said = await carryOut(talk, command)
    return isDone(command, said) ? answerOf(talk, said) : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answerOf({ memory }, sayRefusal(error))
  }
}

/** A question stands in place of a deed; whether to approve what a run waits for is asked after it. */
function isDone({ type }: Command, { memory, executionId = null }: Said): boolean {
  const question = memory?.question ?? null
  if (question !== null && question.type !== 'decide') return false
  return executionId !== null || !['run', 'again', 'retry'].includes(type)
}

const noNames = new Names([])
const nameless = new Set(['help', 'usage', 'approvals', 'greeting', 'thanks', 'leave', 'refrain'])

/** Means the same and needs no workflow, whatever workflows there are. */
function isNameless(command: ReadMessage['command'], question: Question | null): boolean {
  if (command === null) return false
  if (question === null) return nameless.has(command.type)
  return (
    question.type === 'decide' && (command.type === 'yes' || (command.type === 'no' && command.rest === null))
  )
}

/** The session's own workflow is there, however old it is. */
async function named(calls: Calls, workflowId: string | null): Promise<readonly WorkflowName[]> {
  const workflows = await calls.workflows()
  if (workflowId === null || workflows.some(({ id }) => id === workflowId)) return workflows
  return [await calls.workflow(workflowId), ...workflows]
}

async function answer(talk: Talk): Promise<Said> {
  const { memory, request } = talk
  const read = readMessage(request.text, talk.names)
  const { command } = read
  const answered = memory.question && (await answerQuestion(talk, memory.question, command))
  if (answered) return answered
  return command === null || isUnknownName(command) ? offer(talk, read) : carryOut(talk, command)
}

/** "Fetch the report and post it" has the form of an order to run something that is not there. */
function isUnknownName(command: NonNullable<ReadMessage['command']>): boolean {
  if (!isDeed(command) && command.type !== 'describe') return false
  const ref = 'workflow' in command ? command.workflow : null
  return ref?.by === 'name' && ref.fit === 'none'
}

function answerOf({ memory }: Pick<Talk, 'memory'>, said: Said): AssistantAnswer {
  return {
    parts: said.parts,
    memory: writeMemory({ ...memory, question: null, ...said.memory }),
    executionId: said.executionId ?? null,
    title: said.title ?? null,
    ...(said.toConfirm && { toConfirm: said.toConfirm }),
  }
}
