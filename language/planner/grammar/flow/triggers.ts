// What starts a workflow besides a time: a call of its hook, the end of another workflow's execution. Said
// before what it does, as a sentence of its own, or as the first line of a list.
import type { PromptTrigger } from '../../../../domain/plan/plan.ts'
import type { Rule } from '../../chart/chart.ts'
import { type At, rule, spanOf } from '../build.ts'
import type { Header } from '../headers.ts'
import type { Body, Statement } from '../terms.ts'

type Ending = Extract<PromptTrigger, { kind: 'completion' }>['on']

const triggered = (trigger: PromptTrigger, body: Body | null, at: At): Statement => ({
  s: 'trigger',
  trigger,
  body,
  span: spanOf(at),
})

const watching = (workflow: string, on: Ending, at: At): PromptTrigger => ({
  kind: 'completion',
  workflow,
  on,
  span: spanOf(at),
})

export const triggerRules: readonly Rule[] = [
  rule('CONTROL', 'TRIGGERING ,|: then? BODY', ([trigger, , , body], at) => triggered(trigger, body, at), [
    'when the webhook is called, stop',
    'whenever the hook of this workflow is called, close A-1',
  ]),
  rule(
    'CONTROL',
    'run|do|start|execute this|it|the workflow? TRIGGERING',
    ([, , , trigger], at) => triggered(trigger, null, at),
    [
      'run this when the hook of this workflow is called',
      'run this when an execution of the workflow "Nightly sync" fails',
    ],
  ),
  rule('HEADER', 'TRIGGERING HEADEREND?', ([trigger]): Header => ({ h: 'trigger', trigger }), [
    'when the webhook is called:',
    'after an execution of Nightly sync completes:',
  ]),

  rule(
    'TRIGGERING',
    'WHENEVERIT OWNHOOK be|get CALLEDUP',
    (_, at): PromptTrigger => ({ kind: 'hook', span: spanOf(at) }),
    ['when the webhook is called', 'each time the hook of this workflow gets called'],
  ),
  rule(
    'TRIGGERING',
    'WHENEVERIT someone|somebody|anybody|anyone CALLEDUP OWNHOOK',
    (_, at): PromptTrigger => ({ kind: 'hook', span: spanOf(at) }),
    ['when someone calls the webhook', 'whenever anybody calls its hook'],
  ),
  rule(
    'TRIGGERING',
    'WHENEVERIT a|an|any|the execution|run of WATCHED WATCHEDEND',
    ([, , , , name, on], at) => watching(name, on, at),
    ['when an execution of Nightly sync fails', 'after an execution of "Nightly sync" completes'],
  ),
  rule(
    'TRIGGERING',
    'WHENEVERIT the? workflow called|named? WATCHEDNAME WATCHEDEND',
    ([, , , , name, on], at) => watching(name, on, at),
    ['whenever the workflow Nightly sync ends', 'once the workflow called "Nightly sync" fails'],
  ),
  rule(
    'TRIGGERING',
    'WHENEVERIT the? WATCHEDNAME workflow WATCHEDEND',
    ([, , name, , on], at) => watching(name, on, at),
    ['when the "Nightly sync" workflow fails', 'after the Billing workflow completes'],
  ),

  rule('WHENEVERIT', 'when|whenever|after|once', () => 'when', ['when', 'after']),
  rule('WHENEVERIT', 'every|each time', () => 'when', ['every time', 'each time']),
  rule('OWNHOOK', 'the|a|its|my|our hook|webhook OWNHOOKOF?', () => 'hook', [
    'the webhook',
    'the hook of this workflow',
  ]),
  rule('OWNHOOKOF', 'of|for this|the workflow', () => 'of', ['of this workflow', 'for the workflow']),
  rule('CALLEDUP', 'call|trigger|invoke', () => 'called', ['called', 'triggered']),

  rule('WATCHED', 'WATCHEDNAME', ([name]) => name, ['"Nightly sync"', 'Nightly sync']),
  rule('WATCHED', 'the? workflow called|named? WATCHEDNAME', ([, , , name]) => name, [
    'the workflow "Nightly sync"',
    'the workflow called Nightly sync',
  ]),
  rule('WATCHED', 'the? WATCHEDNAME workflow', ([, name]) => name, [
    'the "Nightly sync" workflow',
    'the Billing workflow',
  ]),
  rule('WATCHEDNAME', 'QUOTED', ([{ text }]) => text, ['"Billing"', '"Nightly sync"']),
  rule('WATCHEDNAME', 'CODE', ([{ text }]) => text, ['`Billing`', '`Nightly sync`']),
  // Without quotes a name begins with a capital; names that hold more than words stand in quotes.
  rule('WATCHEDNAME', 'ANYWORD ANYWORD*', ([, more], at) => nameAt(at, more.length + 1), [
    'Billing',
    'Nightly sync',
  ]),

  rule('WATCHEDEND', 'have|be? complete|succeed successfully?', (): Ending => 'completed', [
    'completes',
    'has succeeded',
  ]),
  rule('WATCHEDEND', 'have|be? fail', (): Ending => 'failed', ['fails', 'has failed']),
  rule('WATCHEDEND', 'have|be? end', (): Ending => 'both', ['ends', 'has ended']),
  rule('WATCHEDEND', 'have|be? complete|succeed or fail', (): Ending => 'both', [
    'completes or fails',
    'has succeeded or failed',
  ]),
  rule('WATCHEDEND', 'have|be? fail or complete|succeed', (): Ending => 'both', [
    'fails or completes',
    'has failed or succeeded',
  ]),
]

const longestName = 6

function nameAt({ tokens, start, end }: At, words: number): string | null {
  const said = tokens.slice(start, end).map(({ text }) => text)
  if (said.length !== words || words > longestName || !/^\p{Lu}/u.test(said[0]!)) return null
  return said.every(text => /^[\p{L}\d_-]+$/u.test(text)) ? said.join(' ') : null
}
