// Orders to run: a workflow with its values, once more, or from where it failed.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, WorkflowRef } from '../command.ts'

const last = { by: 'last' } as const
const run = (workflow: WorkflowRef, values: string | null): Command => ({ type: 'run', workflow, values })

export const runRules: readonly Rule[] = [
  rule('COMMAND', 'START WF FORUS? WITHVALUES?', ([, wf, , values]) => run(wf, values), [
    'run order total',
    'start the order total workflow with 5',
  ]),
  rule('COMMAND', 'START THISWF FORUS? WITHVALUES?', ([, wf, , values]) => run(wf, values), [
    'run it',
    'run the second one',
  ]),
  rule('COMMAND', 'START', () => run(last, null), ['run', 'start'], 0.5),
  rule('COMMAND', 'START a|the? KIND', () => run(last, null), ['run a workflow', 'start the workflow'], 0.5),
  rule(
    'COMMAND',
    'do|use WF WITHVALUES?',
    ([, wf, values]) => run(wf, values),
    ['do order total', 'do order total with 5'],
    2,
  ),
  rule(
    'COMMAND',
    'get|have NAME STARTING',
    ([, wf]) => run(wf, null),
    ['get order total running', 'have order total running'],
    1,
  ),
  rule(
    'COMMAND',
    'mind STARTING WF WITHVALUES?',
    ([, , wf, values]) => run(wf, values),
    ['mind running order total', 'mind starting order total'],
    0,
  ),
  rule('COMMAND', 'START for me|us ,? WF WITHVALUES?', ([, , , , wf, values]) => run(wf, values), [
    'run for me the order total',
    'launch for us the order total',
  ]),
  // What it is for may be a value, or when, or for whom.
  rule(
    'COMMAND',
    'START ANYWF for|on REST',
    ([, workflow, , values]): Command | null =>
      /^(?:me|us|now)\b/i.test(values) ? null : { type: 'wonder', deed: { type: 'run', workflow, values } },
    ['run order total for Bob', 'start it on Monday'],
    1,
  ),
  rule(
    'COMMAND',
    'START WF with|using the? same input|value|parameter',
    ([, workflow]): Command => ({ type: 'again', workflow, values: null }),
    ['run order total with the same inputs', 'start order total using the same values'],
    -1,
  ),
  rule('FORUS', 'for me|us ,?', () => 'us', ['for me', 'for us']),
  rule('WITHVALUES', 'with|using /? ,|:? REST', ([, , , values]) => values, [
    'with 5',
    'using orders = a, b',
  ]),
  rule(
    'WITHVALUES',
    'with|using the|these|this following? input|value|parameter|argument :? REST',
    ([, , , , , values]) => values,
    ['with the input 5', 'with these values: a = 1'],
    -0.5,
  ),
  rule('WITHVALUES', ':|->|→|=> REST', ([, values]) => values, [': 5', '-> a, b'], 0.5),
  rule('WITHVALUES', ',|- VALUES', ([, values]) => values, [', orders = a', '- orders: a'], 0.5),
  rule(
    'WITHVALUES',
    '( VALUES',
    ([, values]) => values.replace(/\)[\s.!]*$/, ''),
    ['(5)', '(orders = a)'],
    0.5,
  ),
  rule('WITHVALUES', 'VALUES', ([values]) => values, ['5', 'orders = a'], 1),
  rule('COMMAND', 'AGAIN WITHVALUES?', ([, values]): Command => ({ type: 'again', workflow: null, values }), [
    'again',
    'run it again with 5',
  ]),
  rule(
    'COMMAND',
    'START WF again WITHVALUES?',
    ([, workflow, , values]): Command => ({ type: 'again', workflow, values }),
    ['run order total again', 'start order total again with 5'],
  ),
  rule(
    'COMMAND',
    'REPEAT ANYWF WITHVALUES?',
    ([, workflow, values]): Command => ({
      type: 'again',
      workflow: workflow.by === 'last' ? null : workflow,
      values,
    }),
    ['rerun it', 'repeat order total with 5'],
  ),
  rule(
    'COMMAND',
    'START WF once|one more|again time?',
    ([, workflow]): Command => ({ type: 'again', workflow, values: null }),
    ['run order total one more time', 'start order total once more'],
  ),
  rule(
    'COMMAND',
    'GO again WF WITHVALUES?',
    ([, , workflow, values]): Command => ({ type: 'again', workflow, values }),
    ['run again order total', 'do again the order total'],
  ),
  rule('AGAIN', 'once again', () => 'again', ['once again', 'Once again']),
  rule('AGAIN', 'one time more', () => 'again', ['one time more', 'One time more']),
  rule('GO', 'make', () => 'go', ['make', 'Make'], 1),
  rule('GO', 'START', () => 'go', ['run', 'start']),
  rule('GO', 'do|go', () => 'go', ['do', 'go']),
  rule('AGAIN', 'again', () => 'again', ['again', 'Again']),
  rule('AGAIN', 'GO it|that|this|the? same|one? again', () => 'again', ['run it again', 'do that again']),
  rule('AGAIN', 'GO it|that|this? once|one more time?', () => 'again', [
    'run it one more time',
    'do it once more',
  ]),
  rule('AGAIN', 'once|one more time?', () => 'again', ['once more', 'one more time']),
  rule('AGAIN', 'the? same again|thing', () => 'again', ['same again', 'the same thing']),
  rule('AGAIN', 'GO the same thing|one?', () => 'again', ['do the same', 'run the same thing']),
  rule('AGAIN', 'REPEAT', () => 'again', ['rerun', 'repeat']),
  rule('COMMAND', 'RETRY again?', (): Command => ({ type: 'retry', execution: last }), [
    'retry',
    'try again',
  ]),
  rule('COMMAND', 'RETRY EXEC again?', ([, execution]): Command => ({ type: 'retry', execution }), [
    'retry it',
    'retry the last failed run',
  ]),
]
