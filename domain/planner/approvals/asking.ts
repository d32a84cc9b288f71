// The words of an approval: "ask <whom> to approve <what>, within 2 hours, otherwise deny automatically,
// before ...".
import type { ApprovalPolicy, Argument } from '../../plan/plan.ts'
import type { Defect } from '../attempt.ts'
import type { Environment } from '../environment.ts'
import { isRead } from '../reading.ts'
import { literalOf, textValue } from '../text/literals.ts'
import type { Token } from '../text/tokens.ts'
import { articles, joints, pronouns, weighty } from '../text/words.ts'
import { type Condition, phraseAt } from '../values/conditions.ts'
import { firstOf, modifiersAt } from './asking-modifiers.ts'
import { type AssigneeWords, assigneesAt } from './assignees.ts'

type Tokens = readonly Token[]

export interface Asking {
  readonly policy: Omit<ApprovalPolicy, 'message'>
  readonly timeoutMs: number | null
  /** Null when it is to say what the approved step says. */
  readonly message: Argument | null
  readonly condition: Condition | null
  /** How what follows belongs to it. */
  readonly link: 'before' | 'then' | 'end'
  /** Where its own words end, and where those that follow begin. */
  readonly end: number
  readonly next: number
  readonly unread: Tokens
  readonly defect: Defect | null
}

interface Opening {
  readonly who: AssigneeWords
  readonly end: number
  /** "after approval by X, ...": what follows the comma is what is approved. */
  readonly isLed: boolean
}

/** The asking that these words begin with, or null when they are about something else. */
export function askingAt(tokens: Tokens, env: Environment): Asking | null {
  const opening = askAt(tokens) ?? ledAt(tokens) ?? obtainAt(tokens)
  if (opening === null) return null
  const { who, isLed } = opening
  const object = isLed ? { end: opening.end, words: [] } : objectAt(tokens, opening.end)
  const modified = modifiersAt(tokens, object.end, env)
  const { link, next } = linkAt(tokens, modified.end, isLed)
  const end = link === 'end' ? tokens.length : modified.end
  const unread = tokens.slice(modified.end, end).filter(isRead)
  const { assignees } = who
  const policy = {
    ...(assignees.length === 0 ? {} : { assignees }),
    ...(who.quorum > 1 ? { quorum: who.quorum } : {}),
    ...modified.policy,
  }
  return {
    policy,
    timeoutMs: modified.timeoutMs,
    message: modified.message ?? messageOf(object.words, env),
    condition: modified.condition,
    ...{ link, end, unread },
    next: link === 'end' ? end : next,
    defect: who.defect ?? modified.defect,
  }
}

const approving = [
  'to approve',
  'to confirm',
  'to sign off on',
  'to sign off',
  'to agree to',
  'for approval of',
]
const approval = ['for approval', 'for permission', 'for confirmation', 'for sign-off']

/** "ask <whom> to approve" */
function askAt(tokens: Tokens): Opening | null {
  const from = phraseAt(tokens, 0, 'ask')
  if (from === null) return null
  const first = firstOf(tokens, from, ['for approval by', 'for approval from', 'for approval of'])
  if (first !== null) return { ...withWho(tokens, first), isLed: false }
  const who = assigneesAt(tokens, from)
  const end = firstOf(tokens, who.end, [...approving, ...approval])
  return end === null ? null : { who, end, isLed: false }
}

/** "get approval from <whom>", "wait for approval by <whom>" */
function obtainAt(tokens: Tokens): Opening | null {
  const verbs = ['get', 'request', 'require', 'obtain', 'wait for']
  const nouns = ['approval', 'permission', 'sign-off']
  const phrases = verbs.flatMap(verb => nouns.map(noun => `${verb} ${noun}`))
  const from = firstOf(tokens, 0, phrases)
  if (from === null) return null
  const by = firstOf(tokens, from, ['from', 'by', 'of'])
  if (by !== null) return { ...withWho(tokens, by), isLed: false }
  return { who: { assignees: [], quorum: 1, end: from, defect: null }, end: from, isLed: false }
}

/** "after approval by <whom>", "once <whom> approves" */
function ledAt(tokens: Tokens): Opening | null {
  const by = firstOf(tokens, 0, [
    'after approval by',
    'after approval from',
    'after approval of',
    'with approval of',
  ])
  if (by !== null) return { ...withWho(tokens, by), isLed: true }
  const from = firstOf(tokens, 0, ['after', 'once', 'when', 'as soon as'])
  if (from === null) return null
  const who = assigneesAt(tokens, from)
  if (who.defect !== null) return null
  const verbs = ['approves', 'approve', 'has approved', 'have approved', 'approved']
  const verb = firstOf(
    tokens,
    who.end,
    verbs.flatMap(word => [`${word} it`, `${word} this`, word]),
  )
  return verb === null ? null : { who, end: verb, isLed: true }
}

function withWho(tokens: Tokens, at: number): { who: AssigneeWords; end: number } {
  const who = assigneesAt(tokens, at)
  return { who, end: who.end }
}

/** What is to be approved: a pronoun, a text, or a noun and free words up to the next that says more. */
function objectAt(tokens: Tokens, start: number): { end: number; words: Tokens } {
  const first = tokens[start]
  if (first === undefined) return { end: start, words: [] }
  if (pronouns.has(first.lower) && isStop(tokens, start + 1)) return { end: start + 1, words: [first] }
  const isNoun = articles.has(first.lower) || ['this', 'that'].includes(first.lower)
  if (!isNoun && first.kind !== 'text' && first.kind !== 'placeholder') return { end: start, words: [] }
  let end = start
  while (tokens[end] !== undefined && !isStop(tokens, end)) end += 1
  return { end, words: tokens.slice(start, end) }
}

/** Say more than what it is. */
const telling: ReadonlySet<string> = new Set([
  ...['before', 'after', 'within', 'saying', 'otherwise', 'unless', 'approve', 'deny', 'automatically'],
  ...['once', 'twice', 'times', 'daily', 'hourly', 'weekly', 'monthly', 'who', 'which'],
])

function isStop(tokens: Tokens, at: number): boolean {
  if (tokens[at] === undefined) return true
  const { kind, lower, text } = tokens[at]!
  if (kind === 'mark') return [',', ':', '('].includes(text)
  if (kind !== 'word') return false
  if (joints.has(lower) || weighty.has(lower) || telling.has(lower)) return true
  return phraseAt(tokens, at, 'with the message') !== null || phraseAt(tokens, at, 'with message') !== null
}

function messageOf(words: Tokens, env: Environment): Argument | null {
  const said = words.filter(token => isRead(token) && !pronouns.has(token.lower))
  if (said.length === 0) return null
  if (words.length === 1 && words[0]!.kind === 'text') return literalOf(words[0]!, env)!.argument
  return textValue(`Approve ${env.prompt.slice(words[0]!.start, words.at(-1)!.end)}?`, env).argument
}

function linkAt(tokens: Tokens, start: number, isLed: boolean): { link: Asking['link']; next: number } {
  let at = start
  let isThen = false
  while (['and', ',', ':', 'then'].includes(tokens[at]?.lower ?? '')) {
    isThen ||= tokens[at]!.lower === 'then'
    at += 1
  }
  if (tokens[at]?.lower === 'before') return { link: 'before', next: at + 1 }
  // "ask X to approve and send ..." leaves open who sends.
  return isThen || (isLed && at > start) ? { link: 'then', next: at } : { link: 'end', next: start }
}
