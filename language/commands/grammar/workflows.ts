// Questions about what is there: workflows, what one does, tools.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, WorkflowRef } from '../command.ts'

export const workflowRules: readonly Rule[] = [
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
    'do|have i|we|you have? a|any KIND about|with|containing|like|for|named|called|that|which REST',
    ([, , , , , , about]) => workflows(about),
    ['do we have a workflow for orders', 'do you have any workflow about orders'],
    0.5,
  ),
  rule('COMMAND', 'when be the? next RUN OFWF', ([, , , , , workflow]) => describe(workflow), [
    'when is the next run of order total',
    'when is next run of it',
  ]),
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
