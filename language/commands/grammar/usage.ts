// Questions about what was used, and what is left.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, Period } from '../command.ts'

const usage = (period: Period | null = null): Command => ({ type: 'usage', period })

export const usageRules: readonly Rule[] = [
  rule('COMMAND', 'SHOWING? THE* current|monthly? USAGE WHEN?', ([, , , , period]) => usage(period), [
    'usage',
    'show my usage this month',
  ]),
  rule('COMMAND', 'what|how be THE* current|monthly? USAGE WHEN?', ([, , , , , period]) => usage(period), [
    'what is my usage',
    "what's the quota",
  ]),
  rule(
    'COMMAND',
    'how many|much COUNTED do|have|be|can i|we|there? USED? MORE? WHEN?',
    ([, , , , , , , period]) => usage(period),
    ['how many runs did i use this month', 'how many executions do we have left'],
  ),
  rule(
    'COMMAND',
    'how much|many MONEYOF? do|have|be i|we|it|this|there? USED MORE? WHEN?',
    ([, , , , , , , period]) => usage(period),
    ['how much have i used', 'how much does it cost'],
    0.5,
  ),
  rule('COMMAND', 'how many COUNTED WHEN', ([, , , period]) => usage(period), [
    'how many runs this month',
    'how many executions today',
  ]),
  rule(
    'COMMAND',
    'how many RUN be left|used|there|remain',
    () => usage(),
    ['how many runs are left', 'how many executions are used'],
    0,
  ),
  rule('COUNTED', 'RUN', () => 'runs', ['runs', 'executions']),
  rule('COUNTED', 'KIND', () => 'runs', ['workflows', 'workflow']),
  rule('COUNTED', 'tool? call', () => 'calls', ['tool calls', 'calls']),
  rule('MONEYOF', 'compute|cu|credit|quota unit|point?', () => 'cu', ['compute units', 'credits']),
  rule('USAGE', 'usage|quota|limit|plan|billing|cost|consumption|bill|budget', () => 'usage', [
    'usage',
    'quota',
  ]),
  rule('USAGE', 'compute unit', () => 'usage', ['compute units', 'compute unit']),
  rule('USED', 'use|have|start|make|run|spend|cost|do|leave|need', () => 'used', ['used', 'left']),
  rule('MORE', 'left|leave|still|remain|available|free|already', () => 'more', ['left', 'already']),
  rule('MORE', 'so far', () => 'more', ['so far', 'So far']),
  rule(
    'COMMAND',
    'how many|much COUNTED i|we have|do? USED MORE? WHEN?',
    ([, , , , , , , period]) => usage(period),
    ['how many executions i have used', 'how many runs we started this month'],
  ),
  rule('COMMAND', 'COUNTED left|leave|remain', () => usage(), ['runs left', 'executions remaining']),
  rule('COMMAND', 'how many|much COUNTED left|leave|remain|available', () => usage(), [
    'how many executions left',
    'how many runs remaining',
  ]),
  rule('COMMAND', 'remain|left COUNTED', () => usage(), ['remaining runs', 'remaining executions']),
  rule(
    'COMMAND',
    'what do|have i|we USED WHEN?',
    ([, , , , period]) => usage(period),
    ['what did i spend this month', 'what have we used'],
    0.5,
  ),
]
