// Entries as plain text: for a terminal, and for a question to the person of an agent.
import type { PlannedBy } from '../../plan/plan.ts'
import { shownName, shownText } from '../../shown/shown.ts'
import type { ConfirmationEntry, ConfirmationKind } from './entry.ts'

const titles: Readonly<Record<ConfirmationKind, string>> = {
  effect: 'Effect',
  recipient: 'Not named in the request',
  enum: 'Chosen of a list',
  assumption: 'Taken for granted',
  schedule: 'Starts by itself',
  'cut-list': 'A list may end early',
  repeats: 'Comes again with every run',
  ask: 'A model judges',
  credential: 'A credential goes out',
}

/** Of all of them. */
export function entriesText(entries: readonly ConfirmationEntry[]): string {
  if (entries.length === 0) return 'It changes nothing outside, and nothing was taken for granted.'
  return entries.map(entry => entryLines(entry).join('\n')).join('\n\n')
}

/** Before the text of the request that a plan was made for. */
export function requestWords(plannedBy: PlannedBy | null): string {
  return plannedBy === 'agent' ? 'The request, as your agent says it' : 'The request'
}

/** In one line, for a tick: two steps may do the same with other arguments. */
export function tickTitle({ says, step }: ConfirmationEntry): string {
  const [does = ''] = says.split('\n')
  return `${does.slice(0, 200).toWellFormed()} (${step === null ? 'the plan' : `step ${shownName(step)}`})`
}

/** Of one entry, its title first. */
export function entryLines(entry: ConfirmationEntry): readonly string[] {
  const { kind, step, says, quote, options = [], times = [], severity } = entry
  const weight = { tick: '[tick] ', warning: '[!] ', info: '' }[severity]
  return [
    `${weight}${titles[kind] ?? kind}${step === null ? '' : ` (${step})`}`,
    ...says.split('\n').map(line => `  ${line}`),
    ...(quote === undefined ? [] : [`  Asked for by: ${shownText(quote)}`]),
    ...(options.length === 0 ? [] : [`  It could be: ${options.map(shownText).join(', ')}`]),
    ...(times.length === 0 ? [] : [`  Next: ${times.map(at => new Date(at).toISOString()).join(', ')}`]),
  ]
}
