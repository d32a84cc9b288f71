// Orders to make a workflow of a prompt.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command } from '../command.ts'

export const creatingRules: readonly Rule[] = [
  rule(
    'COMMAND',
    'MAKING NAMED? THATDOES',
    ([, name, prompt]): Command => ({ type: 'create', prompt, name }),
    [
      'make a workflow that fetches https://example.com',
      'create a workflow called Report: fetch https://example.com',
    ],
  ),
  rule('COMMAND', 'MAKING NAMED?', ([, name]): Command => ({ type: 'create', prompt: null, name }), [
    'create a workflow',
    'new workflow called Report',
  ]),
  rule(
    'COMMAND',
    'automate :? REST',
    ([, , prompt]): Command => ({ type: 'create', prompt, name: null }),
    ['automate this: fetch https://example.com', 'automate fetching https://example.com'],
    1,
  ),
  rule('MAKING', 'MAKE me|us? a|an|another|one|the? new? KIND', () => 'make', [
    'make a workflow',
    'create me a new workflow',
  ]),
  rule('MAKING', 'a? new KIND', () => 'make', ['new workflow', 'a new workflow']),
  rule('COMMAND', 'new', (): Command => ({ type: 'create', prompt: null, name: null }), ['new', 'New'], 1),
  rule('MAKING', 'KIND', () => 'make', ['workflow', 'Workflow'], 2),
  rule('NAMED', ',? called|named|titled CALLED ,?', ([, , name]) => name, [
    'called "Report"',
    'named Daily report,',
  ]),
  rule('NAMED', 'with the? name|title CALLED ,?', ([, , , name]) => name, [
    'with the name "Report"',
    'with name Report',
  ]),
  rule(
    'THATDOES',
    'that|which|to|and|,|:|-|which|who|it it|which|should|will|shall|would|can? REST',
    ([, , prompt]) => prompt,
    ['that fetches https://example.com', ': fetch https://example.com'],
  ),
  rule('THATDOES', 'for STARTINGS', ([, prompt]) => prompt, [
    'for fetching https://example.com',
    'for this: fetch https://example.com',
  ]),
  rule(
    'THATDOES',
    'with the|this|these? prompt|text|description|step :? REST',
    ([, , , , prompt]) => prompt,
    ['with the prompt: fetch https://example.com', 'with these steps: fetch https://example.com'],
  ),
  rule('STARTINGS', 'this|me|us? :? REST', ([, , prompt]) => prompt, ['this: fetch', 'me: fetch']),
  rule(
    'MAKING',
    'i|we need|want a|an|another new? KIND',
    () => 'make',
    ['i need a workflow', 'we want another workflow'],
    0.3,
  ),
  rule('MAKING', 'a|another KIND', () => 'make', ['a workflow', 'another workflow'], 1),
  rule(
    'COMMAND',
    'MAKE CALLED : REST',
    ([, name, , prompt]): Command => ({ type: 'create', prompt, name }),
    ['create "Daily check": fetch https://example.com', 'create Daily check: fetch https://example.com'],
    2,
  ),
]
