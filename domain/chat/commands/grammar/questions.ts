// Questions about what is there: workflows, tools, usage, approvals, help.
import type { Rule } from '../../../planner/chart/chart.ts'
import { rule } from '../../../planner/grammar/build.ts'
import type { Command, Topic, WorkflowRef } from '../command.ts'

const help = (topic: Topic | null = null): Command => ({ type: 'help', topic })
const approvals = (): Command => ({ type: 'approvals' })
const usage = (period: unknown = null): Command => ({ type: 'usage', period: (period ?? null) as never })

export const questionRules: readonly Rule[] = [
  rule('SHOWING', 'SHOW me|us|up|at|for|out? please? all?', () => 'show', ['show me', 'list']),
  rule('SHOWING', 'i|we want|need|like to SHOW', () => 'show', ['i want to see', 'we need to check']),
  rule('THE', 'all|the|my|our|your|any|available|existing|of|a|an|some|please', () => 'the', ['the', 'my']),

  rule('COMMAND', 'SHOWING? THE* KIND', ([, , kind], at) => (isPlural(at) ? workflows(kind && null) : null), [
    'list workflows',
    'show me all the workflows',
  ]),
  rule('COMMAND', 'SHOWING? THE* list of THE* KIND', () => workflows(null), [
    'show the list of workflows',
    'give me a list of my workflows',
  ]),
  rule('COMMAND', 'what|which KIND be there|available?', () => workflows(null), [
    'what workflows are there',
    'which workflows are available',
  ]),
  rule('COMMAND', 'what|which KIND do|can i|we|you have|run|start|use|know|execute?', () => workflows(null), [
    'which workflows do i have',
    'what workflows can you run',
  ]),
  rule(
    'COMMAND',
    'what can|could i|we|you run|start|execute|trigger|launch',
    () => workflows(null),
    ['what can i run', 'what can you start'],
    0,
  ),
  rule('COMMAND', 'what|which be|are THE* KIND', () => workflows(null), [
    'what are my workflows',
    'which are the workflows',
  ]),
  rule('COMMAND', 'be there any KIND', () => workflows(null), [
    'are there any workflows',
    'is there any workflow',
  ]),
  rule(
    'COMMAND',
    'SHOWING? THE* KIND about|with|containing|like|for|named|called|matching REST',
    ([, , , , about]) => workflows(about),
    ['find workflows about orders', 'show workflows with order'],
  ),
  rule(
    'COMMAND',
    'be there a|any KIND about|with|containing|like|for|named|called|that|which REST',
    ([, , , , , about]) => workflows(about),
    ['is there a workflow for orders', 'is there any workflow about orders'],
    0.5,
  ),

  rule('COMMAND', 'describe|explain|summarize|summarise ANYWF', ([, workflow]) => describe(workflow), [
    'describe order total',
    'explain the order total workflow',
  ]),
  rule(
    'COMMAND',
    'SHOWING ABOUT? ANYWF',
    ([, , workflow]) => describe(workflow),
    ['show me order total', 'tell me about order total'],
    1,
  ),
  rule('COMMAND', 'SHOWING? the|all? PART PARTOF ANYWF', ([, , , , workflow]) => describe(workflow), [
    'inputs of order total',
    'show the steps of order total',
  ]),
  rule('COMMAND', 'what be the|all? PART PARTOF ANYWF', ([, , , , , workflow]) => describe(workflow), [
    'what are the inputs of order total',
    'what is the prompt of order total',
  ]),
  rule('COMMAND', 'what do ANYWF do|mean', ([, , workflow]) => describe(workflow), [
    'what does order total do',
    'what does it do',
  ]),
  rule(
    'COMMAND',
    'what be WF for|about?',
    ([, , workflow]) => describe(workflow),
    ['what is order total', 'what is order total for'],
    1,
  ),
  rule('COMMAND', 'how do WF work', ([, , workflow]) => describe(workflow), [
    'how does order total work',
    'how does the order total workflow work',
  ]),
  rule('COMMAND', 'when do ANYWF run|start', ([, , workflow]) => describe(workflow), [
    'when does order total run',
    'when does it start',
  ]),
  rule(
    'COMMAND',
    'what|which PART? do ANYWF need|take|expect|want|require|have',
    ([, , , workflow]) => describe(workflow),
    ['what inputs does order total need', 'what does it need'],
  ),
  rule(
    'COMMAND',
    'NAME',
    ([workflow]): Command | null =>
      workflow.ids.length === 0 ? null : { type: 'wonder', deed: { type: 'run', workflow, values: null } },
    ['order total', '"order total"'],
    4,
  ),
  rule(
    'COMMAND',
    'NAME WITHVALUES',
    ([workflow, values]): Command | null =>
      workflow.ids.length === 0 ? null : { type: 'wonder', deed: { type: 'run', workflow, values } },
    ['order total with 5', 'order total: 5'],
    4,
  ),
  rule('COMMAND', 'what|which KIND be? exist|there be|are?', () => workflows(null), [
    'which workflows exist',
    'which workflows there are',
  ]),
  rule('COMMAND', 'list', () => workflows(null), ['list', 'List'], 1),
  rule(
    'COMMAND',
    'what ANYWF do|mean|need|take|expect',
    ([, workflow]) => describe(workflow),
    ['what order total does', 'what it needs'],
    0.5,
  ),
  rule(
    'COMMAND',
    'PART KNOWNWF',
    ([, workflow]) => describe(workflow),
    ['inputs order total', 'details order total'],
    1,
  ),
  rule('COMMAND', 'what i|we must|have|can|need|should to? DECIDE', approvals, [
    'what i must approve',
    'what we have to decide',
  ]),
  rule(
    'COMMAND',
    'how many|much COUNTED i|we have|do? USED MORE? WHEN?',
    ([, , , , , , , period]) => usage(period),
    ['how many executions i have used', 'how many runs we started this month'],
  ),
  rule('COMMAND', 'COUNTED left|leave|remain', () => usage(), ['runs left', 'executions remaining']),
  rule('HOWTO', 'how i|we|you|one can|could|do|should', () => 'how', ['how i can', 'how one could']),
  rule('ABOUT', 'about|details|more about|of|on?', () => 'about', ['about', 'details of']),
  rule(
    'PART',
    'input|prompt|plan|step|parameter|argument|detail|version|schedule|description|definition',
    () => 'part',
    ['inputs', 'prompt'],
  ),
  rule('PARTOF', 'of|for|from|in|about|on', () => 'of', ['of', 'for']),

  rule(
    'COMMAND',
    'SHOWING? THE* tool',
    ([show], at) => (isPlural(at) || show !== null ? tools(null) : null),
    ['list tools', 'tools'],
  ),
  rule('COMMAND', 'what|which tool be there|available?', () => tools(null), [
    'what tools are there',
    'which tools are available',
  ]),
  rule('COMMAND', 'what|which tool do|can i|we|you|workflow have|use|know|call', () => tools(null), [
    'what tools do you have',
    'which tools can i use',
  ]),
  rule(
    'COMMAND',
    'SHOWING? THE* tool about|with|for|from|of|to|that|named|called REST',
    ([, , , , about]) => tools(about),
    ['find tools for email', 'show tools about orders'],
    0.5,
  ),

  rule(
    'COMMAND',
    'what|who wait|waits|waiting FORME',
    approvals,
    ['what waits for me', 'what waits for my approval'],
    0,
  ),
  rule(
    'COMMAND',
    'what be wait|pending|open|left FORME',
    approvals,
    ['what is waiting for me', "what's waiting for us"],
    0,
  ),
  rule(
    'COMMAND',
    'be there? anything|something|any|approvals? wait|pending|open? FORME',
    approvals,
    ['is anything waiting for me', 'is there anything for me'],
    0,
  ),
  rule('COMMAND', 'be there any APPROVALS FORME?', approvals, [
    'are there any approvals',
    'are there any pending approvals for me',
  ]),
  rule('COMMAND', 'anything|something|what to DECIDE', approvals, ['anything to approve', 'what to approve']),
  rule(
    'COMMAND',
    'anything|something wait|waiting|pending? FORME',
    approvals,
    ['anything for me', 'anything waiting for me'],
    0,
  ),
  rule('COMMAND', 'what do|must|can|should i|we have|need? to? DECIDE', approvals, [
    'what do i have to approve',
    'what can i decide',
  ]),
  rule('COMMAND', 'what need my|our|an? approval|decision|attention|input', approvals, [
    'what needs my approval',
    'what needs approval',
  ]),
  rule('COMMAND', 'SHOWING? THE* APPROVALS FORME?', approvals, ['approvals', 'show my pending approvals']),
  rule('COMMAND', 'what|which APPROVALS be|do there|i|we|open|pending|waiting? have? FORME?', approvals, [
    'which approvals are open',
    'what approvals are there',
  ]),
  rule(
    'APPROVALS',
    'pending|open|waiting? approval|decision|request|inbox',
    (_, at) => (at.tokens[at.end - 1]!.lower === 'approval' ? null : 'approvals'),
    ['approvals', 'pending approvals'],
  ),
  rule('DECIDE', 'APPROVE', () => 'decide', ['approve', 'accept']),
  rule('DECIDE', 'DENY', () => 'decide', ['deny', 'reject']),
  rule('DECIDE', 'decide', () => 'decide', ['decide', 'Decide']),
  rule('FORME', 'for|on me|us', () => 'me', ['for me', 'on me'], 0),
  rule('FORME', 'for my|our|an? approval|decision|answer|ok', () => 'me', [
    'for my approval',
    'for approval',
  ]),

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
  rule('USAGE', 'usage|quota|limit|billing|cost|consumption|bill|budget', () => 'usage', ['usage', 'quota']),
  rule('USAGE', 'compute unit', () => 'usage', ['compute units', 'compute unit']),
  rule('USED', 'use|have|start|make|run|spend|cost|do|leave|need', () => 'used', ['used', 'left']),
  rule('MORE', 'left|leave|still|remain|available|free|already', () => 'more', ['left', 'already']),
  rule('MORE', 'so far', () => 'more', ['so far', 'So far']),

  rule('COMMAND', 'help me|us? please?', () => help(), ['help', 'help me']),
  rule('COMMAND', 'HOWTO TOPIC', ([, topic]) => help(topic), [
    'help with running',
    'how do i create a workflow',
  ]),
  rule('COMMAND', '?', () => help(), ['?', '?']),
  rule(
    'COMMAND',
    'what can|could|do|may you|i|we do|say|ask|know|understand|write|type here?',
    () => help(),
    ['what can you do', 'what can i say'],
  ),
  rule(
    'COMMAND',
    'what|who be you|this|troupe|option|command',
    () => help(),
    ['what is this', 'who are you'],
    0,
  ),
  rule('COMMAND', 'what be THE? option|command|possibility', () => help(), [
    'what are the options',
    'what are the commands',
  ]),
  rule(
    'COMMAND',
    'how do|can it|this|that|i|you|troupe|chat work|use|help|start|begin this|it|you|troupe?',
    () => help(),
    ['how does this work', 'how can you help'],
  ),
  rule('COMMAND', 'SHOWING? THE* command|menu|option|example', () => help(), [
    'commands',
    'show me the options',
  ]),
  rule('COMMAND', 'i need help', () => help(), ['i need help', 'I need help'], 0),
  rule('HOWTO', 'help me|us? with|on|about|to?', () => 'how', ['help me with', 'help']),
  rule('HOWTO', 'how do|can|could|should i|you|we|one', () => 'how', ['how do i', 'how can you']),
  rule('HOWTO', 'how to', () => 'how', ['how to', 'How to']),
  rule('TOPIC', 'START TOPICOF*', () => 'run', ['run a workflow', 'start']),
  rule('TOPIC', 'STARTING TOPICOF*', () => 'run', ['running', 'starting a workflow']),
  rule('TOPIC', 'MAKE TOPICOF*', () => 'create', ['create a workflow', 'make a new workflow']),
  rule('TOPIC', 'creating|making|writing TOPICOF*', () => 'create', ['creating', 'making a workflow']),
  rule('TOPIC', 'DECIDE TOPICOF*', () => 'approve', ['approve something', 'deny it']),
  rule('TOPIC', 'approving|approval|denying TOPICOF*', () => 'approve', ['approvals', 'approving a step']),
  rule('TOPIC', 'STOP TOPICOF*', () => 'cancel', ['stop a run', 'cancel']),
  rule('TOPIC', 'STOPPING TOPICOF*', () => 'cancel', ['cancelling', 'stopping a run']),
  rule('TOPICOF', 'a|an|the|my|new|something|it|step|approval|request', () => 'of', ['a', 'my']),
  rule('TOPICOF', 'THINGS', () => 'of', ['runs', 'workflow']),
  rule('TOPIC', 'input|value', () => 'inputs', ['inputs', 'values']),
  rule('TOPIC', 'pass|give|enter|send input|value', () => 'inputs', ['pass inputs', 'give values']),
]

function workflows(about: string | null): Command {
  return { type: 'workflows', about: topicOf(about) }
}

function tools(about: string | null): Command {
  return { type: 'tools', about: topicOf(about) }
}

function describe(workflow: WorkflowRef): Command {
  return { type: 'describe', workflow }
}

/** "workflows", not "workflow". */
function isPlural({ tokens, end }: { tokens: readonly { lower: string }[]; end: number }): boolean {
  return tokens[end - 1]!.lower.endsWith('s')
}

/** What is looked for, without thanks and signs behind it. */
function topicOf(about: string | null): string | null {
  return about === null ? null : about.slice(0, 200).replace(/[\s,]*(?:please|thanks)?[\s.!?]*$/i, '')
}
