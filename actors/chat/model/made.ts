// What the calls of a language model have made of workflows, told by the service itself behind what the model
// says: what a change made different, and what somebody has to confirm. ../effects.ts calls it. Pure.
import type { AssistantAnswer } from '../../../domain/chat/assistant.ts'
import { isObject, type JsonObject } from '../../../domain/json.ts'
import { stepDifferenceLines } from '../../../domain/plan/difference/difference-lines.ts'
import type { StepDifference } from '../../../domain/plan/difference/step-difference.ts'
import type { ReturnedAnswer, Turn, TurnCall } from '../protocol.ts'
import { readMemory, writeMemory } from '../words/memory.ts'
import { bullets, plain } from '../words/text/markdown.ts'
import { textPart } from '../words/text/parts.ts'
import { changeTool } from './changing.ts'

/** Steps of one difference. */
const shownSteps = 30

type ModelAnswer = ReturnedAnswer & Pick<AssistantAnswer, 'toConfirm'>

export function withMade(answer: ReturnedAnswer, turns: readonly Turn[]): ModelAnswer {
  const made = turns.flatMap(({ calls }) => calls.filter(isMade))
  const last = made.at(-1)
  if (last === undefined) return answer
  const changes = made.flatMap(call => (call.tool === changeTool.name ? [differenceOf(call)] : []))
  return {
    ...answer,
    parts: [...answer.parts, ...changes.map(textPart)],
    // "It" is that one, for the model and for plain commands.
    memory: writeMemory({ ...readMemory(answer.memory), workflowId: idOf(last) }),
    toConfirm: made.map(idOf),
  }
}

/** It has ended well, and something was kept. */
function isMade({ tool, status, output }: TurnCall): boolean {
  if (status !== 'done' || !isObject(output)) return false
  const { id, kept } = output as JsonObject
  if (typeof id !== 'string') return false
  return tool === 'create_workflow' || (tool === changeTool.name && kept === true)
}

function idOf({ output }: TurnCall): string {
  return String((output as JsonObject)['id'])
}

function differenceOf({ output }: TurnCall): string {
  const { difference } = output as { readonly difference?: StepDifference | null }
  const lines = difference == null ? [] : stepDifferenceLines(difference)
  if (lines.length === 0) return 'No step of it is different now.'
  const more = lines.length > shownSteps ? [`and ${lines.length - shownSteps} more`] : []
  return `What is different now:\n\n${bullets([...lines.slice(0, shownSteps).map(line => plain(line)), ...more])}`
}
