// Questions about executions: which there are, that ran, run, failed or wait.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, ExecutionsWanted, WorkflowRef } from '../command.ts'

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
  rule(
    'COMMAND',
    'SHOWING? THE* failure|error WHEN?',
    ([, , noun, period]) => (noun.lower.endsWith('s') ? list(['failed'], null, period) : null),
    ['failures', 'show the failures of today'],
  ),
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
  rule('COMMAND', 'be there THE* STATE KIND WHEN?', ([, , , state, , period]) => list(state, null, period), [
    'are there any running workflows',
    'are there failed workflows',
  ]),
  rule('COMMAND', 'be there THE* STATE? RUN WHEN?', ([, , , state, , period]) => list(state, null, period), [
    'are there any failed runs',
    'are there runs today',
  ]),
  rule(
    'COMMAND',
    'how many|often time? do|have KNOWNWF HOWRUN WHEN?',
    ([, , , , wf, state, period]) => list(state, wf, period),
    ['how many times did order total run', 'how often did order total fail today'],
  ),
  rule('HOWRUN', 'run|start|execute', () => [], ['run', 'start']),
  rule('HOWRUN', 'fail', () => ['failed'], ['fail', 'failed']),
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
