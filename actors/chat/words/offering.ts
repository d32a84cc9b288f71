// A message that is no command: when it reads as a prompt, a workflow of it is offered; else it is said what
// is not understood.
import type { Command } from '../../../domain/chat/commands/command.ts'
import { workflowBounds } from '../../../domain/work/workflow.ts'
import { carryOut } from './carrying-out.ts'
import { errorOf } from './creating.ts'
import { unclear } from './helping.ts'
import { canAsk, type Question } from './memory.ts'
import { type Said, say, type Talk } from './talk.ts'
import { fenced } from './text/markdown.ts'

/** A prompt has more words than this. */
const fewest = 3

/** @param command what the message would be, if there were a workflow of that name */
export async function offer(talk: Talk, command: Command | null): Promise<Said> {
  const prompt = talk.request.text.trim()
  const isLong = prompt.split(/\s+/, fewest).length >= fewest && prompt.length <= workflowBounds.promptLength
  const planned = isLong && talk.request.workflowId === null ? await talk.calls.plan(prompt) : null
  if (planned !== null && errorOf(planned) === null && planned.plan.steps.length > 0)
    return offerIt(prompt, planned.explanation)
  return command === null ? unclear(prompt) : carryOut(talk, command)
}

function offerIt(prompt: string, explanation: string | null): Said {
  const create: Command = { type: 'create', prompt, name: null }
  const question: Question = { type: 'confirm', command: create }
  const words = explanation === null ? '' : `\n\n${fenced(explanation, 'text')}`
  const text = `That reads as a workflow.${words}\n\nShall I make it?`
  if (!canAsk(question)) return say(`${text} Say "new workflow:" and the same again.`)
  return say(
    text,
    [
      ['Make it', 'yes'],
      ['No', 'no'],
    ],
    { question },
  )
}
