// Workflows from prompts: what is not understood becomes a question, and its answer goes into the prompt.

import type { z } from 'zod'
import type { Diagnostic } from '../../../domain/plan/plan.ts'
import { type PlannedWorkflow as Planned, workflowBounds } from '../../../domain/work/workflow.ts'
import type { Command } from '../../../language/commands.ts'
import { canAsk, type Question } from './memory.ts'
import { type Said, say, type Talk } from './talk.ts'
import { bullets, fenced, outlined, plain, strong } from './text/markdown.ts'

type Create = Extract<Command, { type: 'create' }>
export type Draft = Extract<Question, { type: 'draft' }>
type PlannedPrompt = z.infer<typeof Planned>

export async function create(talk: Talk, { prompt, name }: Create): Promise<Said> {
  if (talk.request.workflowId !== null)
    return say('This chat is about one workflow. Open another chat to make a new one.')
  if (prompt === null) {
    const examples = 'For example: "Fetch https://example.com/orders and return the sum of the amounts".'
    return say(`What should it do? ${examples}`, [['Cancel', 'never mind']], {
      question: { type: 'prompt', name },
    })
  }
  return make(talk, sentence(prompt), name)
}

/** Makes the workflow, or asks about the first thing that keeps it from running. */
export async function make(talk: Talk, prompt: string, name: string | null): Promise<Said> {
  if (prompt.length > workflowBounds.promptLength) return say('That prompt is too long.')
  const planned = await talk.calls.plan(prompt)
  const error = errorOf(planned)
  return error === null ? save(talk, prompt, name) : askAbout(error, prompt, name)
}

async function save(talk: Talk, prompt: string, name: string | null): Promise<Said> {
  const made = await talk.calls.create(name ?? nameFor(prompt), prompt)
  const questions = made.diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ message }) => plain(message, 300))
  const notes = questions.length === 0 ? '' : `\n\n${bullets(questions)}`
  const words = made.explanation === null ? '' : `\n\n${outlined(made.explanation)}`
  const when = made.schedule === null ? '' : '\n\nIt has a schedule and starts by itself.'
  const text = `${strong(made.name)} is made.${words}${when}${notes}`
  return {
    ...say(
      text,
      [
        ['Run it', 'run it'],
        ['Describe it', 'describe it'],
      ],
      { workflowId: made.id },
    ),
    title: made.name,
    toConfirm: [made.id],
  }
}

export function errorOf({ diagnostics }: Pick<PlannedPrompt, 'diagnostics'>): Diagnostic | null {
  return diagnostics.find(({ severity }) => severity === 'error') ?? null
}

/** A diagnostic as a question. */
function askAbout(error: Diagnostic, prompt: string, name: string | null): Said {
  const { span, message, candidates = [], fixes = [] } = error
  const words = span === null || span[1] - span[0] === prompt.length ? '' : prompt.slice(...span)
  const about = words === '' ? '' : ` This part: "${plain(words, 200)}".`
  const question: Draft = {
    type: 'draft',
    ...{ prompt, name, span: span as [number, number] | null },
    candidates: candidates.slice(0, 5),
    fixes: fixes.slice(0, 3).map(fix => ({ title: fix.title.slice(0, 200), prompt: fix.prompt })),
  }
  const choices = [
    ...question.fixes.map(({ title }) => [title, title] as const),
    ...question.candidates.map(each => [each, each] as const),
    ['Keep it as a draft', 'keep it as a draft'] as const,
    ['Cancel', 'never mind'] as const,
  ]
  const small: Question = canAsk(question) ? question : { ...question, fixes: [] }
  const text = `I cannot make it yet: ${plain(message.replace(/[.?!]+$/, ''), 500)}.${about} Say these words another way, or the whole prompt anew.`
  if (!canAsk(small)) return say(`${text} It is too long to be kept here: send it whole.`)
  return say(text, choices, { question: small })
}

/** An answer about a draft: a fix, a candidate, other words for those not understood, or a prompt. */
export async function answerDraft(talk: Talk, draft: Draft, text: string): Promise<Said> {
  const said = text.trim()
  const { prompt, name, span, candidates, fixes } = draft
  if (/^(?:keep|save) it(?: as a draft| anyway)?[.!]?$/i.test(said)) return save(talk, prompt, name)
  const place = /^#?(\d)[.)]?$/.exec(said)?.[1]
  const fix =
    fixes.find(({ title }) => title.toLowerCase() === said.toLowerCase()) ?? fixes[Number(place ?? 0) - 1]
  if (fix !== undefined) return make(talk, fix.prompt, name)
  const candidate = candidates.find(each => each.toLowerCase() === said.replaceAll('`', '').toLowerCase())
  const words = candidate === undefined ? said : `\`${candidate}\``
  const whole = prompt.length
  const [start, end] = span ?? [0, whole]
  const put = prompt.slice(0, start) + words + prompt.slice(end)
  const tries = start === 0 && end === whole ? [sentence(words)] : [put, sentence(words)]
  for (const each of tries) if (await isReady(talk, each)) return save(talk, each, name)
  for (const each of withClause(prompt, words)) if (await isReady(talk, each)) return offerDraft(each, name)
  const next = tries[0]!.length * 2 < whole ? prompt : tries[0]!
  return askAbout(errorOf(await talk.calls.plan(next))!, next, name)
}

async function isReady(talk: Talk, prompt: string): Promise<boolean> {
  return prompt.length <= workflowBounds.promptLength && errorOf(await talk.calls.plan(prompt)) === null
}

/** Parts of a prompt in whose place the words are tried. */
const clausesTried = 4

/** The prompt with the words in place of one of its parts, the last one first. */
function withClause(prompt: string, words: string): readonly string[] {
  const parts = prompt.split(/(\s+and\s+|,\s+(?:then\s+)?|\.\s+)/i)
  const places = parts.flatMap((_, index) => (index % 2 === 0 ? [index] : [])).reverse()
  return places.length < 2
    ? []
    : places
        .slice(0, clausesTried)
        .map(place => parts.map((part, index) => (index === place ? words : part)).join(''))
}

function offerDraft(prompt: string, name: string | null): Said {
  const question: Question = { type: 'confirm', command: { type: 'create', prompt, name } }
  const text = `That would be:\n\n${fenced(prompt, 'text')}\n\nShall I make it?`
  return canAsk(question)
    ? say(
        text,
        [
          ['Make it', 'yes'],
          ['No', 'no'],
        ],
        { question },
      )
    : say(text)
}

/** "that fetches it" begins as "Fetches it". */
function sentence(prompt: string): string {
  const trimmed = prompt
    .trim()
    .replace(/^[:,\s-]+/, '')
    .replace(/\s*\?$/, '.')
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
}

/** The first words of the prompt. */
function nameFor(prompt: string): string {
  const line = prompt
    .split('\n')[0]!
    .slice(0, 300)
    .replace(/https?:\/\/([^/\s]+)\S*/g, '$1')
    .replace(/\{\{\s*(?:inputs\.)?([^{}]*?)\s*\}\}/g, '$1')
    .replace(/["`]/g, '')
  const words = line
    .replace(/[.,:;]+(?=\s|$)/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 7)
  return words.join(' ').slice(0, 60) || 'Workflow'
}
