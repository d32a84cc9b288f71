// Approvals: who decides, what the question says, what is agreed besides.
import type { ApprovalBlock } from '../../../../domain/plan/blocks/approval.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Body, DecisionTerms, Span, Statement } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { any } from '../../lexicon/types.ts'
import { roles } from '../../lexicon/words.ts'
import { openOwners } from '../nouns/referents.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { runBody } from './statements.ts'

type Asking = Extract<Statement, { s: 'ask' }>

export function ask(state: State, asking: Asking): void {
  const { message, before, terms = {}, isBeforeNext } = asking
  const who = named(state, asking.who)
  const approved = /\bapprove\s+the\s+(\w+)/i.exec(state.prompt.slice(...asking.span))?.[1]?.toLowerCase()
  if (approved !== undefined && isOpenField(state, approved))
    dead(`the ${approved} of what: say what is done with it`)
  if (who?.unknown !== undefined)
    dead(
      `it is not known who "${who.unknown}" is: say an e-mail address or a role (${roles.join(', ')})`,
      state.span,
      'UNKNOWN_ASSIGNEE',
    )
  const assignees = who === null ? [] : [...who.emails, ...who.roles]
  const approvalBefore = state.reachable.some(({ nouns }) => nouns.includes('approval'))
  if (assignees.some(each => each.startsWith('{{'))) dead('who approves stands in the prompt')
  const cel = state.emit({
    id: state.newId('approval'),
    kind: 'approval',
    message: message === null ? questionOf(wordsFor(state, asking)) : argument(resolve(state, message)),
    ...(assignees.length > 0 && { assignees }),
    ...(who?.quorum !== undefined && { quorum: who.quorum }),
    ...agreed(terms),
  } as never)
  // "If it is approved, ..." speaks of the approval that was asked for.
  if (before !== null && who === null && message === null && approvalBefore) state.pay(2)
  state.refer(['approval'], { cel, type: any }, { isNamed: true })
  if (isBeforeNext === true) return foretell(state, null)
  if (before === null) return
  if (isForetold(before) && (isAnything(before) || state.pick([false, true]))) {
    state.pay(1)
    return foretell(state, before[0]!)
  }
  const { length } = state.steps
  runBody(state, before)
  // "If it is approved, return 1": what has to be approved?
  const gated = state.steps.slice(length)
  if (who === null && message === null && gated.length > 0)
    if (gated.every(step => step.kind === 'return')) dead('what has to be approved?')
}

/** "Ask Ann to approve the amount, then post it": what is posted would be the whole. */
function isOpenField(state: State, said: string): boolean {
  const { singular, isPlural } = singularOf(said)
  if (state.reachable.some(({ nouns }) => nouns.includes(singular))) return false
  const head = { words: [singular], isPlural, isKnown: false }
  return (
    openOwners(state, { t: 'noun', det: 'the', owner: null, pre: [], head, post: [], span: [0, 0] }).length >
    0
  )
}

/** "Ask me to approve": whoever writes it. */
function named({ writing }: State, who: Asking['who']): Asking['who'] {
  if (who?.unknown !== 'me' || writing.author === undefined) return who
  return { emails: [writing.author], roles: [] }
}

/** More about the approval that was asked for last. */
export function decided(state: State, { terms }: Extract<Statement, { s: 'decision' }>): void {
  const last = state.steps.at(-1)
  if (last?.kind !== 'approval') return dead('there is no approval before')
  const more = agreed(terms, last)
  state.steps[state.steps.length - 1] = { ...last, ...more }
}

function agreed(terms: DecisionTerms, before?: ApprovalBlock): Partial<ApprovalBlock> {
  if (terms.onTimeout !== undefined && (terms.timeoutMs ?? before?.timeoutMs) === undefined)
    dead('after how long? Say "within 2 hours, otherwise deny automatically"')
  return terms
}

/** "ask ops to approve before sending the mail", where the next sentence says which mail it is. */
function isForetold(before: Body): boolean {
  const [only] = before
  if (isAnything(before)) return true
  if (before.length !== 1 || only?.s !== 'call' || only.passive !== null || only.parts.length > 1)
    return false
  const [part] = only.parts
  if (part === undefined) return true
  if (part.a !== 'np') return false
  const { np } = part
  return (
    np.t === 'pronoun' ||
    (np.t === 'noun' && np.det === 'the' && np.owner === null && np.pre.length + np.post.length === 0)
  )
}

/** "before anything is restarted": what, is said after it. */
function isAnything(before: Body): boolean {
  const [only] = before
  const np = before.length === 1 && only?.s === 'call' && only.parts.length === 0 ? only.passive : null
  return np?.t === 'noun' && np.det === 'all' && np.head.words.join(' ') === 'one' && np.post.length === 0
}

function foretell(state: State, said: Statement | null): void {
  state.foretold = said?.s === 'call' ? said.verb.lemmas : []
  state.touch(`foretold ${state.foretold.join()}`)
}

/** The next statement is what was foretold. */
export function fulfil(state: State, statement: Statement): void {
  const { foretold } = state
  if (foretold === null || statement.s === 'frame' || statement.s === 'decision') return
  state.foretold = null
  state.touch('fulfilled')
  const isIt =
    statement.s === 'call' &&
    (foretold.length === 0 || statement.verb.lemmas.some(lemma => foretold.includes(lemma)))
  if (!isIt) dead('what is approved?', statement.span)
  const last = state.steps.at(-1)
  if (last?.kind === 'approval' && state.title !== last.title)
    state.steps[state.steps.length - 1] = { ...last, message: questionOf(state.title) } as Step
}

/** What is to be approved, in the words of the author: what follows, or what the sentence says. */
function wordsFor({ prompt, title }: State, { before, about, span }: Asking): string {
  const gated = about ?? (before === null || before.length === 0 ? null : spanOf(before))
  if (gated !== null) return prompt.slice(...gated).replace(/[\s.,;:]+$/, '')
  const [, what] =
    /\bapprove\s+(.+?)(?=,|\s+(?:within|before|if|unless)\b|$)/i.exec(prompt.slice(...span)) ?? []
  return what === undefined || /^(?:it|this|that)$/i.test(what) ? title : what
}

function spanOf(body: Body): Span {
  return [body[0]!.span[0], body.at(-1)!.span[1]]
}

/** With the inputs that it names. */
function questionOf(words: string): unknown {
  const holes = /\{\{\s*(inputs(?:\.[A-Za-z_]\w*)+)\s*\}\}/g
  const text = `Approve: ${words}`
  return holes.test(text)
    ? { $t: text.replaceAll('${', '$${').replace(holes, (_, path) => `\${${path}}`) }
    : text
}
