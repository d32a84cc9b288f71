// Questions about the chat itself, and how something is done.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command, Topic } from '../command.ts'

const help = (topic: Topic | null = null): Command => ({ type: 'help', topic })

export const helpRules: readonly Rule[] = [
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
  rule('HOWTO', 'how i|we|you|one can|could|do|should', () => 'how', ['how i can', 'how one could']),
  rule('COMMAND', 'SHOWING THE* help', () => help(), ['show help', 'show me the help']),
]
