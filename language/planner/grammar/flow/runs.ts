// Another workflow as a step: "run the workflow "Billing" with amount 5".
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { Complement, Statement } from '../terms.ts'

export const runRules: readonly Rule[] = [
  rule(
    'CONTROL',
    'RUNNING WORKFLOWNAME WITHINPUTS?',
    ([, name, inputs], at): Statement => ({ s: 'run', name, inputs: inputs ?? [], span: spanOf(at) }),
    ['run the workflow "Billing" with amount 5', 'start the "Billing" workflow'],
  ),
  rule('RUNNING', 'run|start|execute|call|trigger|launch', () => 'run', ['run', 'start']),
  rule('WORKFLOWNAME', 'the? workflow called|named? CALLED', ([, , , name]) => name, [
    'the workflow "Billing"',
    'the workflow called Invoicing',
  ]),
  rule('WORKFLOWNAME', 'the? CALLED workflow', ([, name]) => name, [
    'the "Billing" workflow',
    'the `Billing` workflow',
  ]),
  rule('CALLED', 'QUOTED', ([{ text }]) => text, ['"Billing"', '"Monthly report"']),
  rule('CALLED', 'CODE', ([{ text }]) => text, ['`Billing`', '`Monthly report`']),
  // Without quotes a name begins in capitals: what follows it in small letters is no part of it.
  rule(
    'CALLED',
    'ANYWORD ANYWORD? ANYWORD?',
    (parts: readonly (string | null)[], at) => properName(at.tokens.slice(at.start, at.end), parts),
    ['Billing', 'Monthly Report'],
    2,
  ),
  rule('WITHINPUTS', 'with|using the inputs LABEL LABELMORE*', ([, , , first, more]) => [first, ...more], [
    'with the inputs amount 5',
    'with the inputs amount 5 and name "x"',
  ]),
  rule('WITHINPUTS', 'with inputs LABEL LABELMORE*', ([, , first, more]) => [first, ...more], [
    'with inputs amount 5',
    'with inputs amount 5 and name "x"',
  ]),
  rule('WITHINPUTS', 'WITHLABELS', ([labels]): readonly Complement[] => labels, [
    'with amount 5',
    'with amount {{inputs.amount}} and note "x"',
  ]),
]

function properName(
  tokens: readonly { readonly text: string }[],
  parts: readonly (string | null)[],
): string | null {
  const words = tokens.map(({ text }) => text)
  const isName = words.length === parts.filter(part => part !== null).length
  return isName && words.every(word => /^\p{Lu}[\p{L}\d_-]*$/u.test(word)) ? words.join(' ') : null
}
