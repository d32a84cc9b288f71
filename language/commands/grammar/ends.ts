// Orders to end what runs; and what the chat does not do: delete, change, schedule, several things at once.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command } from '../command.ts'

const last = { by: 'last' } as const

export const endRules: readonly Rule[] = [
  rule('COMMAND', 'STOP', (): Command => ({ type: 'cancel', execution: last, isBare: true }), [
    'cancel',
    'stop',
  ]),
  rule('COMMAND', 'STOP EXEC', ([, execution]): Command => ({ type: 'cancel', execution, isBare: false }), [
    'cancel it',
    'stop the last run of order total',
  ]),
  rule(
    'COMMAND',
    'stop STARTING EXEC',
    ([, , execution]): Command => ({ type: 'cancel', execution, isBare: false }),
    ['stop running order total', 'stop executing it'],
  ),
  rule(
    'COMMAND',
    'mind STOPPING EXEC',
    ([, , execution]): Command => ({ type: 'cancel', execution, isBare: false }),
    ['mind cancelling it', 'mind stopping order total'],
  ),
  rule('COMMAND', 'DELETE WF', ([, workflow]): Command => ({ type: 'elsewhere', what: 'delete', workflow }), [
    'delete order total',
    'remove the order total workflow',
  ]),
  rule(
    'COMMAND',
    'DELETE THISWF',
    ([, workflow]): Command => ({ type: 'elsewhere', what: 'delete', workflow }),
    ['delete it', 'delete the second one'],
  ),
  rule(
    'COMMAND',
    'CHANGE the? WHAT? of? WF REST?',
    ([, , , , workflow]): Command => ({ type: 'elsewhere', what: 'change', workflow }),
    ['change order total', 'edit the prompt of order total'],
  ),
  rule('WHAT', 'prompt|plan|name|description|schedule|step|input', () => 'part', ['prompt', 'steps']),
  rule(
    'COMMAND',
    'schedule WF REST?',
    ([, workflow]): Command => ({ type: 'elsewhere', what: 'schedule', workflow }),
    ['schedule order total', 'schedule order total every day at 9'],
  ),
  rule(
    'COMMAND',
    'STOPALL',
    (): Command => ({ type: 'elsewhere', what: 'all', workflow: null }),
    ['cancel all runs', 'stop everything'],
    0,
  ),
  rule('STOPALL', 'STOP ALLOF', () => 'all', ['cancel all', 'stop everything']),
  rule('STOPALL', 'APPROVE ALLOF', () => 'all', ['approve all', 'approve both']),
  rule('STOPALL', 'DENY ALLOF', () => 'all', ['deny all', 'reject them all']),
  rule('STOPALL', 'START ALLOF', () => 'all', ['run all workflows', 'run everything']),
  rule('STOPALL', 'DELETE ALLOF', () => 'all', ['delete everything', 'delete all workflows']),
  rule('ALLOF', 'everything|all|both|any', () => 'all', ['everything', 'all']),
  rule(
    'ALLOF',
    'all|both|every|each|any of? the|my|our|them|these|those? STATE? THINGS? OFWF?',
    () => 'all',
    ['all of them', 'all the runs'],
  ),
  rule('THINGS', 'RUN', () => 'things', ['runs', 'executions']),
  rule('THINGS', 'KIND', () => 'things', ['workflows', 'flows']),
  rule('THINGS', 'approval|request|one', () => 'things', ['approvals', 'ones']),
  rule('ALLOF', 'them|these|those all|both', () => 'all', ['them all', 'those both']),
]
