// How messages refer to workflows, executions and approvals: by a name, an id, a place in the list before, or
// "it".
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { ExecutionRef, WorkflowRef } from '../command.ts'

const last = { by: 'last' } as const
const newest = (workflow: WorkflowRef | null, statuses: readonly string[] | null): ExecutionRef => ({
  by: 'newest',
  workflow,
  statuses: (statuses ?? []) as never,
})

export const referenceRules: readonly Rule[] = [
  rule('PRONOUN', 'it|that|this|them|these|those', () => last, ['it', 'that']),
  rule('PRONOUN', 'that|this|the same? one|thing', () => last, ['that one', 'the same one']),
  rule('PLACE', 'the? ORDINAL one', ([, place]) => place, ['the second one', 'last one']),
  rule('PLACE', 'the? ORDINAL', ([, place]) => place, ['the second', 'third'], 0.6),
  rule('PLACE', 'the? number|no|nr|option|choice|item .? COUNT', ([, , , place]) => place, [
    'number 2',
    'option two',
  ]),
  rule('PLACE', '# COUNT', ([, place]) => place, ['#2', '# 3']),

  // A workflow that is named.
  rule('WF', 'KNOWNWF', ([ref]) => ref, ['order total', 'the order total workflow']),
  rule('KNOWNWF', 'POSSESSIVE? KIND? called|named? NAME', ([, , , ref]) => ref, [
    'order total',
    'the workflow order total',
  ]),
  rule('KNOWNWF', 'POSSESSIVE? NAME KIND', ([, ref]) => ref, [
    'the order total workflow',
    'order total flow',
  ]),
  rule('POSSESSIVE', 'the|my|our|this|that|a|an|your', () => 'the', ['the', 'my']),
  rule('KIND', 'workflow|flow|automation|process|pipeline', () => 'workflow', ['workflow', 'flow']),
  rule('WF', 'POSSESSIVE? KIND? called|named? OTHER', ([, , , ref]) => ref, [
    'the workflow blorp',
    'blorp frobnicate',
  ]),
  rule('WF', 'POSSESSIVE? OTHER KIND', ([, ref]) => ref, ['the blorp workflow', 'frobnicate flow'], 0.5),
  // One that was spoken of.
  rule('THISWF', 'PRONOUN', () => last, ['it', 'that one']),
  rule('THISWF', 'the|this|that|same same|last|current|previous? KIND', () => last, [
    'this workflow',
    'the last workflow',
  ]),
  rule('THISWF', 'PLACE', ([place]): WorkflowRef => ({ by: 'place', place }), ['the second one', '#2']),
  rule('THISWF', 'the? ORDINAL KIND', ([, place]): WorkflowRef => ({ by: 'place', place }), [
    'the second workflow',
    'first workflow',
  ]),
  rule('ANYWF', 'WF', ([ref]) => ref, ['order total', 'the order total workflow']),
  rule('ANYWF', 'THISWF', ([ref]) => ref, ['it', 'the second one']),

  rule('RUN', 'run|execution|job|start|try', () => 'run', ['run', 'executions']),
  rule('RECENT', 'last|latest|newest|recent|previous', () => 'last', ['last', 'latest']),
  rule('RECENT', 'most|very recent|last', () => 'last', ['most recent', 'very last']),
  rule('OFWF', 'of|for|from|in|by|with KNOWNWF', ([, ref]) => ref, [
    'of order total',
    'for the invoice report',
  ]),
  rule('OFWF', 'of the? OTHER', ([, , ref]) => ref, ['of blorp', 'of the blorp']),
  rule('OFWF', 'of|for THISWF', ([, ref]) => ref, ['of it', 'for this workflow']),
  rule('EXEC', 'PRONOUN', () => last, ['it', 'that']),
  rule('RUNREF', 'the|this|that|my|our current? RUN', () => last, ['the run', 'this execution']),
  rule('RUNREF', 'PLACE', ([place]) => ({ by: 'place', place }), ['the second one', '#2']),
  rule('RUNREF', 'the? ORDINAL RUN', ([, place]) => (place === -1 ? null : { by: 'place', place }), [
    'the second run',
    'third execution',
  ]),
  rule('RUNREF', 'RUN? EXECUTIONID', ([, id]) => ({ by: 'id', id }), [
    'exec_01h455vb4pex5vsknk084sn02q',
    'run exec_01h455vb4pex5vsknk084sn02q',
  ]),
  rule('RUNREF', 'the|my|our? RECENT STATE? RUN OFWF?', ([, , state, , wf]) => newest(wf, state), [
    'the last run',
    'the last failed run of order total',
  ]),
  rule('RUNREF', 'the|my|our? RECENT STATE one', ([, , state]) => newest(null, state), [
    'the last failed one',
    'latest finished one',
  ]),
  rule('RUNREF', 'the|my|our? STATE RECENT? RUN OFWF?', ([, state, , , wf]) => newest(wf, state), [
    'the failed run of order total',
    'the running one',
  ]),
  rule('RUNREF', 'the|my|our? STATE one OFWF?', ([, state, , wf]) => newest(wf, state), [
    'the running one',
    'failed one of order total',
  ]),
  rule(
    'RUNREF',
    'the RUN OFWF',
    ([, , wf]) => newest(wf, null),
    ['the run of order total', 'the execution of it'],
    0,
  ),
  rule('RUNREF', 'POSSESSIVE? RECENT? NAME RUN', ([, , wf]) => newest(wf, null), [
    'the order total run',
    'the last order total run',
  ]),
  rule('RUNREF', "NAME 's RECENT? STATE? RUN", ([wf, , , state]) => newest(wf, state), [
    "order total's last run",
    "order total's last failed run",
  ]),
  rule('EXEC', 'RUNREF', ([ref]) => ref, ['the last run', "order total's last run"], 0),
  rule('EXEC', 'WF', ([wf]) => newest(wf, null), ['order total', 'the order total workflow'], 0.5),

  // Approvals.
  rule(
    'APPROVAL',
    'the|this|that|my|pending|open? pending|open? approval|request|action|step|thing|call',
    () => last,
    ['the approval', 'this request'],
  ),
  rule('APR', 'PRONOUN', () => last, ['it', 'that']),
  rule('APR', 'APPROVAL', () => last, ['the approval', 'this step']),
  rule('APR', 'PLACE', ([place]) => ({ by: 'place', place }), ['the second one', '#2']),
  rule('APR', 'the? ORDINAL approval|request', ([, place]) => ({ by: 'place', place }), [
    'the first approval',
    'second request',
  ]),
  rule('APR', 'APPROVAL? APPROVALID', ([, id]) => ({ by: 'id', id }), [
    'apr_01h455vb4pex5vsknk084sn02q',
    'approval apr_01h455vb4pex5vsknk084sn02q',
  ]),
  rule('APR', 'APPROVAL OFEXEC', ([, execution]) => ({ by: 'execution', execution }), [
    'the approval of order total',
    'the request of the last run',
  ]),
  rule('APR', 'EXECUTIONID', ([id]) => ({ by: 'execution', execution: { by: 'id', id } }), [
    'exec_01h455vb4pex5vsknk084sn02q',
    'exec_01h455vb4pex5vsknk084sn02r',
  ]),
  rule(
    'EXEC',
    'RUN',
    (_, at) => (at.tokens[at.start]!.lower.endsWith('s') ? null : last),
    ['run', 'execution'],
    1,
  ),
  rule(
    'APR',
    'KNOWNWF',
    ([wf]) => ({ by: 'execution', execution: newest(wf, ['awaiting_approval']) }),
    ['order total', 'the order total workflow'],
    0.5,
  ),
  rule('OFEXEC', 'of|for|from|in EXEC', ([, execution]) => execution, ['of it', 'for order total']),
  rule('EXEC', 'the|this|that|my KIND', () => last, ['the workflow', 'this flow']),
  rule('RUNREF', 'the? RUN PLACE', ([, , place]) => ({ by: 'place', place }), ['run #2', 'the run number 3']),
  rule(
    'RUNREF',
    'the? RUN COUNT',
    ([, , place]) => ({ by: 'place', place }),
    ['run 2', 'execution three'],
    0.5,
  ),
  rule('APR', 'the? approval|request PLACE', ([, , place]) => ({ by: 'place', place }), [
    'request #2',
    'approval number 3',
  ]),
  rule('APR', 'the? approval|request COUNT', ([, , place]) => ({ by: 'place', place }), [
    'request 2',
    'approval three',
  ]),
  rule(
    'APR',
    'POSSESSIVE? NAME approval|request',
    ([, workflow]) => ({ by: 'execution', execution: newest(workflow, ['awaiting_approval']) }),
    ['the order total approval', 'order total request'],
  ),
]
