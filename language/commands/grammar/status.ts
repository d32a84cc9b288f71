// Questions about one execution: how it is going, whether it has ended, what it gave.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, ExecutionRef } from '../command.ts'

const last: ExecutionRef = { by: 'last' }
const status = (execution: ExecutionRef | null): Command => ({ type: 'status', execution: execution ?? last })

export const statusRules: readonly Rule[] = [
  rule('COMMAND', 'STATUSWORD', () => status(null), ['status', 'result']),
  rule('COMMAND', 'any NEWS from|about|on|of? EXEC?', ([, , , exec]) => status(exec), [
    'any news',
    'any update on order total',
  ]),
  rule('COMMAND', 'SHOWING? the|its|a? STATUSWORD OFEXEC?', ([, , , exec]) => status(exec), [
    'status of order total',
    'show me the result',
  ]),
  rule('COMMAND', 'what be the|its? current? STATUSWORD OFEXEC?', ([, , , , , exec]) => status(exec), [
    'what is the status',
    "what's the result of the last run",
  ]),
  rule('COMMAND', 'KNOWNWF STATUSWORD', ([wf]) => status({ by: 'newest', workflow: wf, statuses: [] }), [
    'order total status',
    'order total result',
  ]),
  rule('COMMAND', 'how be|do EXEC go|do|come|run|look|work? along|on|out?', ([, , exec]) => status(exec), [
    "how's it going",
    'how is order total doing',
  ]),
  rule(
    'COMMAND',
    'how do EXEC end|finish|go|work out?',
    ([, , exec]) => status(exec),
    ['how did it go', 'how did order total end'],
    0,
  ),
  rule(
    'COMMAND',
    'be|have|do EXEC still|already|now|ever? DONE yet|already|now?',
    ([, exec]) => status(exec),
    ['is it done yet', 'did order total finish'],
  ),
  rule('COMMAND', 'what happen to|with|in? EXEC?', ([, , , exec]) => status(exec), [
    'what happened',
    'what happened to order total',
  ]),
  rule('COMMAND', 'what be EXEC do NOW*', ([, , exec]) => status(exec), [
    'what is it doing',
    'what is order total doing right now',
  ]),
  rule(
    'COMMAND',
    'what do|have EXEC return|give|answer|say|produce|output|result',
    ([, , exec]) => status(exec),
    ['what did it return', 'what has order total produced'],
  ),
  rule(
    'COMMAND',
    'where be EXEC',
    ([, , exec]) => status(exec),
    ['where is it', 'where is the last run'],
    0.5,
  ),
  rule('COMMAND', 'SHOWING RUNREF', ([, exec]) => status(exec), [
    'show me the last failed run',
    'show the second one',
  ]),
  rule(
    'COMMAND',
    'RUNREF',
    ([exec]) => status(exec),
    ['the last run', 'exec_01h455vb4pex5vsknk084sn02q'],
    0.5,
  ),
  rule(
    'COMMAND',
    'how be|do go|do EXEC',
    ([, , , exec]) => status(exec),
    ['how is going order total', 'how is doing it'],
    0.5,
  ),
  rule('COMMAND', 'how go EXEC', ([, , exec]) => status(exec), ['how goes it', 'how goes order total'], 0.5),
  rule(
    'COMMAND',
    'be|have DONE EXEC yet|already|now?',
    ([, , exec]) => status(exec),
    ['is finished order total', 'has finished it'],
    0.5,
  ),
  rule('COMMAND', 'in what|which state|status be EXEC', ([, , , , exec]) => status(exec), [
    'in which state is order total',
    'in what state is it',
  ]),
  rule('COMMAND', 'done|finished|ready|complete|stuck ?', () => status(null), ['done?', 'finished?']),
  rule(
    'COMMAND',
    'STATUSWORD EXEC',
    ([, exec]) => status(exec),
    ['status order total', 'result exec_01h455vb4pex5vsknk084sn02q'],
    1,
  ),
  rule('NEWS', 'news|progress|update|result|change|luck', () => 'news', ['news', 'updates']),
  rule('STATUSWORD', 'status|state|progress|result|output|outcome|answer|log', () => 'status', [
    'status',
    'result',
  ]),
  rule(
    'DONE',
    'do|finish|ready|run|work|complete|end|over|succeed|fail|start|go|wait|through|stick|ok|fine',
    () => 'done',
    ['done', 'running'],
  ),
  rule('DONE', 'STATE', () => 'done', ['in progress', 'stuck'], 0.2),
  rule('COMMAND', 'how long will|do|have|be EXEC be? DONE* still|already?', ([, , , exec]) => status(exec), [
    'how long will it take',
    'how long has it been running',
  ]),
  rule('COMMAND', 'when will|be EXEC be? DONE', ([, , exec]) => status(exec), [
    'when will it be done',
    'when will order total be finished',
  ]),
  rule(
    'COMMAND',
    'be|have|do EXEC DONE DONE',
    ([, exec]) => status(exec),
    ['did order total go through', 'has order total finished running'],
    0.5,
  ),
  rule('COMMAND', 'what do|have EXEC return|give|answer|produce last time', ([, , exec]) => status(exec), [
    'what did order total return last time',
    'what did it give last time',
  ]),
  rule('DONE', 'take', () => 'take', ['take', 'takes']),
]
