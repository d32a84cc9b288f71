// What a prompt says and a drafted plan does not do, although a step quotes the words: a value that the
// author wrote, an approval, a condition, a schedule. Quoting is easy; these may not get lost. Called by
// foundation.ts.
import type { Json } from '../json.ts'
import { allSteps } from '../plan/nested-steps.ts'
import type { Plan, Step } from '../plan/plan.ts'
import type { Draft } from './draft.ts'
import { inOtherUnits, type PromptWord, type PromptWords } from './prompt-words.ts'
import { contains, type Span } from './quotes.ts'

export interface LostMeaning {
  readonly span: Span
  /** What the plan lacks, for `the plan ...`. */
  readonly lack: string
}

/** @param elsewhere spans of the schedule and of asides, where values mean nothing to the steps */
export function lostMeaning(
  { schedule }: Draft,
  plan: Plan,
  words: PromptWords,
  elsewhere: readonly Span[],
): readonly LostMeaning[] {
  const steps = allSteps(plan.steps)
  const isHere = ({ span }: { readonly span: Span }) => !elsewhere.some(other => contains(other, span))
  const found = (fits: (word: PromptWord, before: string) => boolean) =>
    words.all.find((word, index) => isHere(word) && fits(word, words.all[index - 1]?.text ?? ''))
  const lost: LostMeaning[] = lostValues(steps, words, isHere)
  const report = (word: PromptWord | undefined, lack: string) => {
    if (word !== undefined) lost.push({ span: word.span, lack })
  }
  if (!steps.some(asksSomebody)) report(found(isApproval), 'asks nobody')
  if (!steps.some(decides))
    report(
      found(({ text }) => conditional.has(text)),
      'has no condition',
    )
  if (schedule === null) report(recurrenceIn(words), 'has no schedule')
  // A draft cannot say it, and an aside says nothing that starts a workflow.
  const trigger = triggerIn(words.prompt)
  if (trigger !== null)
    lost.push({
      span: trigger,
      lack: 'is not started by that: leave it out, and add the trigger to the workflow',
    })
  return lost
}

/** "The approved invoices" are just invoices; "once approved" somebody has to approve. */
function isApproval({ text }: PromptWord, before: string): boolean {
  if (/^(?:approves?|approvals?|approvers?|confirms?|consents?|authori[sz]es?)$/.test(text)) return true
  return text === 'approved' && /^(?:once|until|unless|when|if|after|is|are|be|been|gets?|not)$/.test(before)
}

const conditional = new Set('if unless except otherwise whenever'.split(' '))
const recurring = new Set('daily weekly monthly hourly nightly yearly'.split(' '))
const moments = new Set(
  (
    'day weekday week month hour minute morning evening night monday tuesday wednesday thursday friday saturday ' +
    'sunday'
  ).split(' '),
)

/** A tool may be what approves or confirms something. */
function asksSomebody(step: Step): boolean {
  if (step.kind === 'approval') return true
  if (step.kind !== 'tool') return false
  return step.approval !== undefined || /approv|confirm|consent|authori[sz]/i.test(step.tool)
}

function decides(step: Step): boolean {
  if (step.when !== undefined || step.kind === 'if' || step.onError !== undefined) return true
  return /[=!<>]=|[<>?]|\bfilter\b|\bexists\b|\bin\b/.test(JSON.stringify(valuesOf(step)))
}

const outside =
  /\b(?:when|whenever|once|after|each time|every time|if|as soon as)\b[^.;:\n]{0,80}?(?:\b(?:web)?hook\b[^.,;:\n]{0,60}\b(?:called|triggered|invoked|hit|fires|receives|gets)\b|\bcalls\b[^.,;:\n]{0,40}\b(?:web)?hook\b|\b(?:(?:execution|run)s? of|workflow)\b[^.;:\n]{0,200}?\b(?:fails|failed|complete[sd]|succeed(?:s|ed)|end(?:s|ed)|finishe[sd])\b)/i

/** "when the webhook is called", "after an execution of Nightly sync completes" */
function triggerIn(prompt: string): Span | null {
  const found = outside.exec(prompt)
  return found === null ? null : [found.index, found.index + found[0].length]
}

/** "every weekday", "each morning", "daily": not "every order of the day". */
function recurrenceIn({ all }: PromptWords): PromptWord | undefined {
  return all.find(({ text }, index) => {
    if (recurring.has(text)) return true
    const [next, second] = [all[index + 1], all[index + 2]]
    if (text !== 'every' && text !== 'each') return false
    return [next, /^(?:\d+|other|second|first|last)$/.test(next?.text ?? '') ? second : undefined].some(
      word => word?.lemmas.some(lemma => moments.has(lemma)),
    )
  })
}

/** Quoted texts, addresses and numbers of the prompt that are nowhere in the plan. */
function lostValues(
  steps: readonly Step[],
  { prompt }: PromptWords,
  isHere: (place: { readonly span: Span }) => boolean,
): LostMeaning[] {
  const values = steps.map(valuesOf)
  const text = folded(JSON.stringify(values))
  const numbers = new Set([...text.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits)))
  const lost: LostMeaning[] = []
  const taken: Span[] = []
  for (const { 0: whole, 1: quoted, 2: curly, index } of prompt.matchAll(
    /"([^"\n]+)"|“([^”\n]+)”|\S+@\S+\.\w+|https?:\/\/\S+/g,
  )) {
    const span = [index, index + whole.length] as const
    taken.push(span)
    const said = folded((quoted ?? curly ?? whole).replace(/[.,;:!?)]+$/, ''))
    if (isHere({ span }) && !text.includes(JSON.stringify(said).slice(1, -1)))
      lost.push({ span, lack: 'does not use it' })
  }
  for (const { 0: digits, index } of prompt.matchAll(/(?<![\w.])\d+(?:[,']\d{3})*(?:\.\d+)?(?!\w)/g)) {
    const span = [index, index + digits.length] as const
    const isListed =
      /(?:^|\n)\s*$/.test(prompt.slice(0, index)) && /^[.)]/.test(prompt.slice(index + digits.length))
    if (isListed || !isHere({ span }) || taken.some(other => contains(other, span))) continue
    const number = Number(digits.replace(/[,']/g, ''))
    // Of one thing nothing is left to say.
    if (number === 1 || numbers.has(number) || inOtherUnits(number).some(other => numbers.has(other)))
      continue
    lost.push({ span, lack: 'does not use it' })
  }
  return lost
}

/** What a step does, without what only shows where it comes from. */
function valuesOf(step: Step): Json {
  const { id: _id, title: _title, span: _span, ...own } = step as Step & { readonly [name: string]: Json }
  const values = Object.entries(own).filter(([name]) => !nested.has(name))
  if (step.kind === 'if') values.push(['conditions', step.cases.map(({ when }) => when)])
  return Object.fromEntries(values) as Json
}

/** Lists of steps, which allSteps gives, too. */
const nested = new Set(['steps', 'cases', 'else', 'branches'])

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}
