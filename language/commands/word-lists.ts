// The words that the chat's grammar knows by what they are: orders, statuses, times. Verbs come from the
// lexicon of the embedded reader, where their synonyms stand.

import type { ExecutionStatus } from '../../domain/work/execution.ts'
import { wordTable } from '../planner/lattice/word-table.ts'
import { verbGroups } from '../planner/lexicon/verbs.ts'
import type { Period } from './command.ts'

const verbsOf = (group: string, without: readonly string[]): readonly string[] =>
  [...verbGroups]
    .filter(([verb, groups]) => groups.includes(group) && !without.includes(verb))
    .map(([verb]) => verb)

const going: readonly ExecutionStatus[] = ['queued', 'running', 'waiting', 'awaiting_approval']
const pausing: readonly ExecutionStatus[] = ['queued', 'waiting', 'awaiting_approval']

export const states = wordTable<readonly ExecutionStatus[]>({
  running: going,
  active: going,
  ongoing: going,
  going: going,
  busy: going,
  unfinished: going,
  'in progress': going,
  'under way': going,
  underway: going,
  'at work': going,
  open: going,
  queued: ['queued'],
  waiting: pausing,
  stuck: pausing,
  paused: pausing,
  blocked: pausing,
  hanging: pausing,
  pending: pausing,
  failed: ['failed'],
  failing: ['failed'],
  fail: ['failed'],
  broken: ['failed'],
  crashed: ['failed'],
  errored: ['failed'],
  unsuccessful: ['failed'],
  completed: ['completed'],
  complete: ['completed'],
  finished: ['completed'],
  successful: ['completed'],
  succeeded: ['completed'],
  done: ['completed'],
  cancelled: ['cancelled'],
  canceled: ['cancelled'],
  aborted: ['cancelled'],
  stopped: ['cancelled'],
  ended: ['completed', 'failed', 'cancelled'],
})

export const times = wordTable<Period>({
  today: 'today',
  'so far today': 'today',
  'this morning': 'today',
  yesterday: 'yesterday',
  'since yesterday': 'yesterday',
  'last night': 'yesterday',
  'last hour': 'hour',
  'this hour': 'hour',
  'past hour': 'hour',
  'this week': 'week',
  'last week': 'week',
  'past week': 'week',
  'this month': 'month',
  'so far this month': 'month',
  'last month': 'last-month',
})

/** Orders as they are written: "ran" and "cancelled" tell, they order nothing. */
export const orders = {
  START: [
    ...verbsOf('start', ['enable', 'activate', 'kick']),
    'kick off',
    'fire off',
    'fire up',
    'start up',
    'spin up',
    'invoke',
    'exec',
  ],
  STARTING: ['running', 'starting', 'launching', 'executing', 'triggering'],
  REPEAT: ['rerun', 're-run', 'repeat', 'redo', 'restart', 'relaunch'],
  RETRY: ['retry', 're-try', 'try'],
  STOP: ['cancel', 'stop', 'abort', 'kill', 'halt', 'end', 'terminate', 'call off', 'break off', 'interrupt'],
  STOPPING: ['cancelling', 'canceling', 'stopping', 'aborting', 'ending'],
  SHOW: [
    ...verbsOf('read', ['open', 'return', 'request', 'bring', 'take']),
    'tell',
    'open',
    'have',
    'look at',
    'look up',
  ],
  MAKE: ['create', 'make', 'build', 'add', 'generate', 'write', 'draft', 'define', 'design', 'set up', 'new'],
  APPROVE: [...verbsOf('approve', ['confirm']), 'allow', 'permit', 'sign off', 'sign off on', 'green light'],
  DENY: [...verbsOf('reject', []), 'disapprove', 'veto', 'forbid', 'turn down'],
  DELETE: ['delete', 'remove', 'rename', 'erase', 'drop'],
  CHANGE: ['change', 'edit', 'update', 'modify', 'alter', 'adjust', 'fix', 'rewrite'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** All of these words, for slips of the keyboard. */
export const knownWords: ReadonlySet<string> = new Set(
  [...Object.values(orders).flat(), ...Object.keys(states), ...Object.keys(times)].flatMap(phrase =>
    phrase.split(' '),
  ),
)
