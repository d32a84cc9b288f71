// Answers to the question that is open. What answers nothing is a message like any other.
// 1. A yes does what was asked about, and nothing else; no, "never mind" and "cancel" do nothing.
import { type Command, isDeed, Names, readCommand } from '../../../language/commands.ts'
import { carryOut } from './carrying-out.ts'
import { answerDraft, make } from './creating.ts'
import { decided } from './deciding.ts'
import { decisions } from './execution-words.ts'
import { nameOf, which, withChosen } from './finding.ts'
import type { Item, Question } from './memory.ts'
import { answerInput } from './running.ts'
import { type Said, say, type Talk } from './talk.ts'
import { strong } from './text/markdown.ts'
import { textPart } from './text/parts.ts'

const cancelling = [
  ['Cancel the run', 'cancel it'],
  ['Leave it', 'never mind'],
] as const

const nothing = 'All right, nothing was done.'

/** @returns null: the message is no answer to it */
export async function answerQuestion(
  talk: Talk,
  question: Question,
  command: Command | null,
): Promise<Said | null> {
  if (isLeaving(command) && question.type !== 'decide') return say(nothing)
  switch (question.type) {
    case 'which': {
      const chosen = chosenOf(talk, question.options, command)
      if (chosen !== null) return carryOut(talk, withChosen(question.command, chosen))
      return command === null && isShort(talk.request.text)
        ? which('I do not know that one. Which one is it?', question.options, question.command)
        : null
    }
    case 'confirm':
      if (command?.type === 'yes') return carryOut(talk, question.command)
      return command?.type === 'no' ? say(nothing) : null
    case 'decide':
      return answerDecision(talk, question, command)
    case 'input':
      return (await answerInput(talk, question, isOtherWish(command))) ?? aside(talk, question, command!)
    case 'prompt':
      return isOtherWish(command) ? null : make(talk, talk.request.text.trim(), question.name)
    case 'draft':
      return isOtherWish(command) ? null : answerDraft(talk, question, talk.request.text)
  }
}

/** A look at something else: the question stays open. Another deed closes it. */
async function aside(
  talk: Talk,
  question: Extract<Question, { type: 'input' }>,
  command: Command,
): Promise<Said | null> {
  if (isDeed(command)) return null
  const said = await carryOut(talk, command)
  if (said.memory?.question) return said
  const reminder = `I still need ${strong(question.name)} for ${nameOf(talk, question.workflowId)}. If your words were the value, put them in quotes.`
  return { ...said, parts: [...said.parts, textPart(reminder)], memory: { ...said.memory, question } }
}

function isLeaving(command: Command | null): boolean {
  return (
    command?.type === 'leave' || command?.type === 'refrain' || (command?.type === 'cancel' && command.isBare)
  )
}

/** Another thing is wanted: the question is left. Yes, no, places and small talk may be values. */
function isOtherWish(command: Command | null): boolean {
  if (command === null) return false
  if (isDeed(command)) return true
  return [
    'help',
    'workflows',
    'describe',
    'executions',
    'status',
    'why',
    'approvals',
    'usage',
    'tools',
    'elsewhere',
  ].includes(command.type)
}

/** It was meant as an answer. */
function isShort(text: string): boolean {
  return text.trim().split(/\s+/, 5).length < 5
}

function chosenOf(talk: Talk, options: readonly Item[], command: Command | null): Item | null {
  const said = talk.request.text.trim().toLowerCase()
  const titled = options.filter(({ title }) => title.toLowerCase() === said)
  if (titled.length === 1) return titled[0]!
  if (command?.type === 'place') return options.at(command.place === -1 ? -1 : command.place - 1) ?? null
  if (command?.type === 'yes') return options.length === 1 ? options[0]! : null
  const isName =
    command === null ||
    (command.type === 'wonder' && command.deed.type === 'run' && command.deed.values === null)
  if (!isName) return null
  const name = said.replace(/^(?:the|that)\s/, '').replace(/\s(?:one|workflow)[.!]?$/, '')
  const found = new Names(options.map(({ id, title }) => ({ id, name: title }))).find(name)
  return found?.ids.length === 1 ? options.find(({ id }) => id === found.ids[0])! : null
}

async function answerDecision(
  talk: Talk,
  question: Extract<Question, { type: 'decide' }>,
  command: Command | null,
): Promise<Said | null> {
  const { id, digest } = question
  if (command?.type === 'leave' || command?.type === 'refrain')
    return say('All right: it waits. Say "deny" to refuse it.', decisions, { question })
  // The run, or only the question?
  if (command?.type === 'cancel' && command.isBare)
    return say(
      'Shall I cancel the run, or only leave the approval as it is?',
      [...cancelling, ...decisions],
      {
        question,
      },
    )
  if (command?.type === 'yes')
    return decided(talk, { type: 'approve', approval: { by: 'id', id }, note: null }, { id, digest })
  if ((command?.type === 'approve' || command?.type === 'deny') && command.approval.by === 'last')
    return decided(talk, command, { id, digest })
  if (command?.type !== 'no') return null
  const { rest } = command
  if (rest !== null && !isReason(talk, rest))
    return say('Do you deny it? Say "approve", or "deny because ...".', decisions, { question })
  return decided(talk, { type: 'deny', approval: { by: 'id', id }, note: rest }, { id, digest })
}

/** "No, the amount is wrong" says why; "no, wait" and "no, approve it" do not. */
function isReason({ names }: Talk, rest: string): boolean {
  const isHesitant =
    /\b(?:wait|later|yet|hold|moment|sorry|mean|meant|rather|instead|do not|don['’]?t|approve|maybe|unless|if)\b/i
  return readCommand(rest, names) === null && !isHesitant.test(rest)
}
