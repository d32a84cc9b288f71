// Workflows from prompts: what is not understood becomes a question, and its answer goes into the prompt.

import type { z } from 'zod'
import type { Command } from '../../../domain/chat/commands/command.ts'
import type { Diagnostic } from '../../../domain/plan/plan.ts'
import { type PlannedWorkflow as Planned, workflowBounds } from '../../../domain/work/workflow.ts'
import { canAsk, type Question } from './memory.ts'
import { type Said, say, type Talk } from './talk.ts'
import { bullets, fenced, plain, strong } from './text/markdown.ts'

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
  const words = made.explanation === null ? '' : `\n\n${fenced(made.explanation, 'text')}`
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
  }
}

export function errorOf({ diagnostics }: Pick<PlannedPrompt, 'diagnostics'>): Diagnostic | null {
  return diagnostics.find(({ severity }) => severity === 'error') ?? null
}

/** A diagnostic as a question. */
function askAbout(error: Diagnostic, prompt: string, name: string | null): Said {
  const { span, message, candidates = [], fixes = [] } = error
  const words = span === null ? '' : prompt.slice(...span)
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
  const text = `I cannot make it yet: ${plain(message, 500)}.${about} Say these words another way, or the whole prompt anew.`
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
  const tries = span === null ? [said] : inPlace(prompt, span, words)
  for (const each of tries) if (errorOf(await talk.calls.plan(each)) === null) return save(talk, each, name)
  const last = tries.at(-1)!
  return askAbout(errorOf(await talk.calls.plan(last))!, last, name)
}

/** A few words go where the others stood; a sentence may be the whole. */
function inPlace(prompt: string, [start, end]: readonly [number, number], words: string): readonly string[] {
  const put = prompt.slice(0, start) + words + prompt.slice(end)
  return words.split(/\s+/).length > 4 ? [put, sentence(words)] : [put]
}

/** "that fetches it" begins as "Fetches it". */
function sentence(prompt: string): string {
  const trimmed = prompt.trim().replace(/^(?:[:,-]\s*)+/, '')
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
}

/** The first words of the prompt. */
function nameFor(prompt: string): string {
  const line = prompt
    .split('\n')[0]!
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
