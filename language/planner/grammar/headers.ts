// Headers: the first line of a list of steps that belong to it.
import type { PromptTrigger } from '../../../domain/plan/plan.ts'
import type { Rule } from '../chart/chart.ts'
import type { Body, Condition, Np, Value, When } from './terms.ts'

export type Header =
  /** `about`: what of it the cases below are of. */
  | { readonly h: 'each'; readonly np: Np; readonly atOnce: number | null; readonly about?: Np }
  | { readonly h: 'eachOf'; readonly name: string; readonly list: Value; readonly atOnce: number | null }
  | { readonly h: 'if'; readonly cond: Condition }
  | { readonly h: 'elseif'; readonly cond: Condition }
  | { readonly h: 'else' }
  | { readonly h: 'parallel'; readonly isRace?: true }
  | { readonly h: 'schedule'; readonly schedule: When }
  | { readonly h: 'trigger'; readonly trigger: PromptTrigger }
  | { readonly h: 'iffails' }
  | { readonly h: 'frame' }
  | { readonly h: 'topic'; readonly np: Np }
  | { readonly h: 'body'; readonly body: Body }

function rule(parts: string, meaning: Rule['meaning'], examples: readonly string[] = [], cost = 0): Rule {
  return { category: 'HEADER', parts, meaning, examples, cost }
}

export const headerRules: readonly Rule[] = [
  rule('FOREACH NP HEADEREND?', ([, np]): Header => ({ h: 'each', np, atOnce: null }), [
    'for each order:',
    'for every open ticket:',
  ]),
  rule('FOREACH NP , ATONCE HEADEREND?', ([, np, , atOnce]): Header => ({ h: 'each', np, atOnce }), [
    'of the orders, 3 at a time',
    'for each order, up to 5 in parallel:',
  ]),
  rule(
    'for each ANYWORD of the list HOLE HEADEREND?',
    ([, , name, , , , list]): Header => ({ h: 'eachOf', name, list, atOnce: null }),
    ['for each order of the list {{orders}}:', 'for each order of the list {{inputs.x}}'],
  ),
  rule(
    'for each ANYWORD of the list HOLE , COUNT at a time HEADEREND?',
    ([, , name, , , , list, , atOnce]): Header => ({ h: 'eachOf', name, list, atOnce }),
    [
      'for each order of the list {{inputs.x}}, 3 at a time',
      'for each order of the list {{inputs.x}}, 3 at a time,',
    ],
  ),
  rule('IF COND HEADEREND?', ([, cond]): Header => ({ h: 'if', cond }), [
    'if it is open:',
    'when the total is over 5:',
  ]),
  rule('unless COND HEADEREND?', ([, condition]): Header => ({ h: 'if', cond: { c: 'not', condition } }), [
    'unless it is open:',
    'unless it is open',
  ]),
  rule('ELSE HEADEREND?', (): Header => ({ h: 'else' }), ['otherwise:', 'else:']),
  rule('ELSE ,? IF COND HEADEREND?', ([, , , cond]): Header => ({ h: 'elseif', cond }), [
    'else if it is paid:',
    'else if its status is degraded:',
  ]),
  rule('TOGETHER HEADEREND?', (): Header => ({ h: 'parallel' }), ['at the same time:', 'in parallel:']),
  rule('TOGETHER ,? RACE HEADEREND?', (): Header => ({ h: 'parallel', isRace: true }), [
    'in parallel, whichever is first:',
    'at the same time, whichever ends first:',
  ]),
  rule('SCHEDULE HEADEREND?', ([schedule]): Header => ({ h: 'schedule', schedule }), [
    'every day at 9:00:',
    'Fridays at five p.m.',
  ]),
  rule(
    'run|do|start|execute|repeat this|it|that|the following|workflow|steps? workflow|steps? SCHEDULE HEADEREND?',
    ([, , , , schedule]): Header => ({ h: 'schedule', schedule }),
    ['run this every 15 minutes:', 'run this every 2 hours'],
  ),
  rule('IF FAILS HEADEREND?', (): Header => ({ h: 'iffails' }), ['if that fails:', 'If it fail']),
  rule('on|upon any? failure|error|errors HEADEREND?', (): Header => ({ h: 'iffails' }), [
    'on error:',
    'on failure:',
  ]),
  rule('in case of failure|error|errors HEADEREND?', (): Header => ({ h: 'iffails' }), [
    'in case of failure:',
    'in case of errors:',
  ]),
  rule('FRAME HEADEREND?', (): Header => ({ h: 'frame' }), ['Cheers,', 'Thank you']),
  rule('BARECOND HEADEREND', ([cond]): Header => ({ h: 'if', cond }), ['open,', 'open:']),
  rule('ELSE CASESIGN', (): Header => ({ h: 'else' }), ['Else:', 'Else =']),
  rule('for? TOPICNP :', ([, np]): Header => ({ h: 'topic', np }), ['Sequence:', 'Two steps:'], 1),
  rule(
    'TOPICNP ,? by|per HEAD :',
    ([np]): Header => ({ h: 'topic', np }),
    ['Hi by order:', 'Hi by ticket:'],
    2,
  ),
  rule(
    'BODY :',
    ([body]): Header => ({ h: 'body', body }),
    ['check the status of the order A-1:', 'Sequence:'],
    2,
  ),
  { category: 'HEADEREND', parts: ',? do? :|,|-', meaning: () => ':' },
  { category: 'HEADEREND', parts: ',? do the following :', meaning: () => ':' },
  { category: 'HEADEREND', parts: ',? then :?', meaning: () => ':' },
]
