// A message that is no command: when it reads as a prompt, a workflow of it is offered; else it is said what
// is not understood.

import { workflowBounds } from '../../../domain/work/workflow.ts'
import type { Command, ReadMessage } from '../../../language/commands.ts'
import { carryOut } from './carrying-out.ts'
import { errorOf } from './creating.ts'
import { byId } from './finding.ts'
import { unclear } from './helping.ts'
import { canAsk, type Question } from './memory.ts'
import { type Said, say, type Talk } from './talk.ts'
import { outlined, plain } from './text/markdown.ts'

/** A prompt has at least so many words; one that reads badly is worth a word about it from so many on. */
const fewestWords = { prompt: 3, advice: 7 } as const

export async function offer(talk: Talk, { command, partly }: ReadMessage): Promise<Said> {
  const prompt = talk.request.text.trim()
  const words = prompt.split(/\s+/, fewestWords.advice).length
  const mayBePrompt =
    words >= fewestWords.prompt &&
    prompt.length <= workflowBounds.promptLength &&
    talk.request.workflowId === null
  if (!mayBePrompt) return notUnderstood(talk, { command, partly }, null)
  const planned = await talk.calls.plan(partly === null ? prompt : (withWorkflow(talk, partly) ?? prompt))
  const error = errorOf(planned)
  if (error === null && planned.plan.steps.length > 0)
    return offerIt(partly === null ? prompt : (withWorkflow(talk, partly) ?? prompt), planned.explanation)
  return notUnderstood(
    talk,
    { command, partly },
    words < fewestWords.advice ? null : (error?.message ?? null),
  )
}

async function notUnderstood(
  talk: Talk,
  { command, partly }: ReadMessage,
  advice: string | null,
): Promise<Said> {
  if (command !== null && command.type !== 'describe') return carryOut(talk, command)
  if (partly !== null) return understoodInPart(partly)
  return unclear(talk.request.text.trim(), advice)
}

/** "Run order total every Monday" as a prompt. */
function withWorkflow(talk: Talk, { command, rest }: NonNullable<ReadMessage['partly']>): string | null {
  if (command.type !== 'run' || command.workflow.by !== 'name' || command.values !== null) return null
  const [id, other] = command.workflow.ids
  const workflow = other === undefined ? byId(talk, id ?? null) : null
  if (workflow === null || workflow.name.includes('"')) return null
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1).replace(/[.!?]+$/, '')}, run the workflow "${workflow.name}".`
}

function understoodInPart({ said, rest }: NonNullable<ReadMessage['partly']>): Said {
  const text = `I understand "${plain(said, 100)}", but not "${plain(rest, 200)}" behind it. Nothing was done: say one thing at a time.`
  const next = rest.replace(/^(?:(?:and|then|also|but|or)\b|[\s,;.])+/i, '').trim()
  const isOffered = said.length <= 200 && /^[^\n]*$/.test(said)
  return say(text, [
    ...(isOffered ? [[said, said] as const] : []),
    ...(next !== '' && next.length <= 80 ? [[next, next] as const] : []),
    ['Help', 'help'],
  ])
}

function offerIt(prompt: string, explanation: string | null): Said {
  const create: Command = { type: 'create', prompt, name: null }
  const question: Question = { type: 'confirm', command: create }
  const words = explanation === null ? '' : `\n\n${outlined(explanation)}`
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
