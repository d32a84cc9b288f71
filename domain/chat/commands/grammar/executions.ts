// Questions about executions: which there are, how one is going, what it gave, why it waits or failed.
import type { Rule } from '../../../planner/chart/chart.ts'
import { rule } from '../../../planner/grammar/build.ts'
import type { Command, ExecutionRef, ExecutionsWanted, WorkflowRef } from '../command.ts'

const last: ExecutionRef = { by: 'last' }
const status = (execution: ExecutionRef | null): Command => ({ type: 'status', execution: execution ?? last })
const why = (execution: ExecutionRef | null): Command => ({ type: 'why', execution: execution ?? last })

function list(
  statuses: ExecutionsWanted['statuses'] | null,
  workflow: WorkflowRef | null = null,
  period: ExecutionsWanted['period'] = null,
): Command {
  return { type: 'executions', wanted: { workflow, statuses: statuses ?? [], period } }
}

const going = ['queued', 'running', 'waiting', 'awaiting_approval'] as const

export const executionRules: readonly Rule[] = [
  rule('COMMAND', 'what be STATE NOW* WHEN?', ([, , state, , period]) => list(state, null, period), [
    "what's running",
    'what is stuck right now',
  ]),
  rule('COMMAND', 'whats|wats STATE NOW*', ([, state]) => list(state), ['whats running', 'whats stuck']),
  rule(
    'COMMAND',
    'what be go on NOW*',
    () => list(going),
    ["what's going on", 'what is going on right now'],
    0,
  ),
  rule('COMMAND', 'what|which RUN? run|happen|start WHEN', ([, , , period]) => list(null, null, period), [
    'what ran today',
    'what happened yesterday',
  ]),
  rule(
    'COMMAND',
    'what|which RUN? have|be? STATE WHEN?',
    ([, , , state, period]) => list(state, null, period),
    ['what failed today', 'which runs failed'],
  ),
  rule(
    'COMMAND',
    'be|do|have there? anything|something|any RUN|KIND? ANYSTATE NOW* WHEN?',
    ([, , , , state, , period]) => list(state, null, period),
    ['is anything running', 'did anything fail today'],
    0,
  ),
  rule(
    'COMMAND',
    'anything|something ANYSTATE NOW* WHEN?',
    ([, state, , period]) => list(state, null, period),
    ['anything running', 'anything failed today'],
  ),
  rule('ANYSTATE', 'STATE', ([state]) => state, ['running', 'failed']),
  rule('ANYSTATE', 'go|run', () => going, ['going', 'run'], 0.5),
  rule(
    'COMMAND',
    'SHOWING? THE* RECENT? STATE? RUN OFWF? WHEN?',
    ([, , , state, , wf, period], at) => (hasRuns(at) ? list(state, wf, period) : null),
    ['show me all failed runs of order total', 'recent runs'],
  ),
  rule(
    'COMMAND',
    'SHOWING? THE* NAME STATE? RUN WHEN?',
    ([, , wf, state, , period], at) => (hasRuns(at) ? list(state, wf, period) : null),
    ['order total runs', 'show order total runs today'],
  ),
  rule(
    'COMMAND',
    'SHOWING? THE* RUN have|that|which be|have? STATE WHEN?',
    ([, , , , , state, period], at) => (hasRuns(at) ? list(state, null, period) : null),
    ['show runs that failed', 'runs that are waiting'],
  ),
  rule(
    'COMMAND',
    'SHOWING? what be? STATE WHEN?',
    ([, , , state, period]) => list(state, null, period),
    ['show what failed', 'see what is running'],
    0.5,
  ),
  rule(
    'COMMAND',
    'what|which STATE? RUN be|do there|i|we|have* STATE? NOW*',
    ([, state, , , , other]) => list(state ?? other),
    ['which runs are there', 'which runs are running'],
    0,
  ),
  rule('COMMAND', 'SHOWING? THE* history OFWF?', ([, , , wf]) => list(null, wf), [
    'history',
    'show the history of order total',
  ]),
  rule(
    'COMMAND',
    'when do ANYWF last|recently? run last|recently?',
    ([, , wf]) => list(null, wf),
    ['when did order total last run', 'when did it run last'],
    0.2,
  ),
  rule('WHEN', 'of|from|in|for|since|during? PERIOD', ([, period]) => period, ['today', 'of this month']),
  rule(
    'COMMAND',
    'STATE NOW* WHEN?',
    ([state, , period]) => list(state, null, period),
    ['failed', 'running right now'],
    1,
  ),
  rule('COMMAND', 'SHOWING? THE* failure WHEN?', ([, , , period]) => list(['failed'], null, period), [
    'failures',
    'show the failures of today',
  ]),
  rule('COMMAND', 'SHOWING? THE* STATE KIND WHEN?', ([, , state, , period]) => list(state, null, period), [
    'running workflows',
    'show the failed workflows',
  ]),
  rule(
    'COMMAND',
    'what|which KIND be|have STATE NOW* WHEN?',
    ([, , , state, , period]) => list(state, null, period),
    ['which workflows are running', 'which workflows have failed today'],
  ),
  rule(
    'COMMAND',
    'how many RUN? be|have|do? STATE NOW* WHEN?',
    ([, , , , state, , period]) => list(state, null, period),
    ['how many are running', 'how many runs failed today'],
  ),
  rule(
    'NOW',
    'now|currently|right|at|the|moment|there|still|here|just|with|today',
    () => 'now',
    ['now', 'right'],
    0,
  ),

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
    'WHYSO be|do|have not? EXEC not? still|so|already? WHYSTATE* yet|now?',
    ([, , , exec]) => why(exec),
    ['why is it stuck', 'why did order total fail'],
  ),
  rule(
    'COMMAND',
    'WHYSO EXEC be|do|have? not? still|so? WHYSTATE WHYSTATE* yet|now?',
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
  rule('COMMAND', 'SHOWING? the|its? error|problem OFEXEC?', ([, , , exec]) => why(exec), [
    'show the error',
    'error of the last run',
  ]),
  rule(
    'COMMAND',
    'explain RUNREF',
    ([, exec]) => why(exec),
    ['explain the last run', 'explain exec_01h455vb4pex5vsknk084sn02q'],
    0.5,
  ),
]

/** "runs", "executions": several. */
function hasRuns({
  tokens,
  start,
  end,
}: {
  tokens: readonly { lower: string }[]
  start: number
  end: number
}): boolean {
  return tokens.slice(start, end).some(({ lower }) => /^(?:runs|executions|jobs)$/.test(lower))
}
