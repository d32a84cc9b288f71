// Questions about why an execution waits or failed.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, ExecutionRef } from '../command.ts'

const last: ExecutionRef = { by: 'last' }
const why = (execution: ExecutionRef | null): Command => ({ type: 'why', execution: execution ?? last })

export const reasonRules: readonly Rule[] = [
  rule(
    'COMMAND',
    'why|how come?',
    (_, at) => (at.tokens[at.start]!.lower === 'why' ? why(null) : null),
    ['why', 'Why'],
    0,
  ),
  rule(
    'COMMAND',
    'why|how come? EXEC',
    ([, , exec]) => why(exec),
    ['why the last run', 'why order total'],
    1,
  ),
  rule(
    'COMMAND',
    'WHYSO be|do|have not? EXEC not? still|so|already? WHYSTATE* yet|now? WHEN?',
    ([, , , exec]) => why(exec),
    ['why is it stuck', 'why did order total fail'],
  ),
  rule(
    'COMMAND',
    'WHYSO EXEC be|do|have? not? still|so? WHYSTATE WHYSTATE* yet|now? WHEN?',
    ([, exec]) => why(exec),
    ['why it is stuck', 'why order total did fail'],
    0.5,
  ),
  rule('COMMAND', 'WHYSO WHYSTATE', () => why(null), ['why stuck', 'why failed'], 0.5),
  rule('WHYSO', 'why', () => 'why', ['why', 'Why']),
  rule('WHYSO', 'how come', () => 'why', ['how come', 'How come'], 0),
  rule('WHYSO', 'tell|explain|show me|us? why', () => 'why', ['tell me why', 'explain why'], 0),
  rule('WHYSO', 'what be the reason', () => 'why', ['what is the reason', "what's the reason"], 0),
  rule(
    'WHYSTATE',
    'fail|stick|wait|stop|end|take|long|do|finish|slow|run|cancel|hang|block|pause|complete|work|start|so|that|go|queue|not|ready|red|break|stuck|forever|continue|anything|move|for',
    () => 'state',
    ['stuck', 'taking'],
    0,
  ),
  rule('WHYSTATE', 'STATE', () => 'state', ['in progress', 'failed']),
  rule('COMMAND', 'what be|do EXEC wait for|on', ([, , exec]) => why(exec), [
    'what is it waiting for',
    'what does order total wait for',
  ]),
  rule('COMMAND', 'for|on what do|be EXEC wait', ([, , , exec]) => why(exec), [
    'for what does it wait',
    'on what is order total waiting',
  ]),
  rule('COMMAND', 'what be? block|hold|keep|stop EXEC up?', ([, , , exec]) => why(exec), [
    'what blocks it',
    'what is holding it up',
  ]),
  rule(
    'COMMAND',
    'what go|be wrong with|in|there? EXEC?',
    ([, , , , exec]) => why(exec),
    ['what went wrong', "what's wrong with order total"],
    0,
  ),
  rule(
    'COMMAND',
    'what be the problem|error|issue|matter with|of|in? EXEC?',
    ([, , , , , exec]) => why(exec),
    ['what is the problem', 'what was the error of the last run'],
    0,
  ),
  rule(
    'COMMAND',
    'SHOWING? the|its? error|problem OFEXEC?',
    ([, , noun, exec]) => (noun.lower.endsWith('s') ? null : why(exec)),
    ['show the error', 'error of the last run'],
  ),
  rule(
    'COMMAND',
    'explain RUNREF',
    ([, exec]) => why(exec),
    ['explain the last run', 'explain exec_01h455vb4pex5vsknk084sn02q'],
    0.5,
  ),
  rule('COMMAND', 'what be i|we wait for|on', () => why(null), [
    'what are we waiting for',
    'what are we waiting on',
  ]),
  rule('COMMAND', 'what be take so|that? long', () => why(null), [
    "what's taking so long",
    'what is taking so long',
  ]),
]
