// Each kind of block in short, with an example: for models that write plans (guide.ts) and for agents
// (http/mcp/authoring/). A test compiles every example.
import type { Json } from '../../domain/json.ts'
import type { Block } from '../../domain/plan/plan.ts'

export type BlockKind = Block['kind']

export interface BlockGuide {
  readonly title: string
  readonly fields: string
  readonly output: string
  /** Steps that have such a block. */
  readonly example: readonly Json[]
}

const answer = (value: Json) => ({ id: 'answer', kind: 'return', value })

export const blockGuides: Readonly<Record<BlockKind, BlockGuide>> = {
  tool: {
    title: 'Call a tool',
    fields:
      '`tool`: its name; `args`; `server`: the slug, for a tool of a tool server (`<slug>__<tool>` in search_tools); `approval`: `{message, assignees}`, somebody approves the call first',
    output: 'what the tool gives',
    example: [
      { id: 'orders', kind: 'tool', tool: 'csv_parse', args: { text: { $: 'inputs.file' } } },
      answer({ $: 'steps.orders' }),
    ],
  },
  set: {
    title: 'Compute a value',
    fields: '`value`',
    output: 'the value',
    example: [
      { id: 'greeting', kind: 'set', value: { $t: 'Hello, ${inputs.name}!' } },
      answer({ $: 'steps.greeting' }),
    ],
  },
  if: {
    title: 'Choose by a condition',
    fields: '`cases`: `[{when, steps}]`, the first whose expression is true; `else`: steps',
    output: 'of the last step of the branch that ran, or null',
    example: [
      {
        ...{ id: 'size', kind: 'if', else: [{ id: 'small', kind: 'set', value: 'small' }] },
        cases: [
          { when: 'number(inputs.total) > 1000', steps: [{ id: 'large', kind: 'set', value: 'large' }] },
        ],
      },
      answer({ $: 'steps.size' }),
    ],
  },
  foreach: {
    title: 'Do the same for each item of a list',
    fields:
      '`over`: an expression that gives a list; `as`: name of the item; `steps`; `concurrency`, default 1',
    output: 'a list, the last output for each item',
    example: [
      {
        ...{ id: 'lines', kind: 'foreach', over: 'inputs.names', as: 'name', concurrency: 5 },
        steps: [{ id: 'line', kind: 'set', value: { $t: 'Hello, ${name}!' } }],
      },
      answer({ $: 'steps.lines' }),
    ],
  },
  repeat: {
    title: 'Repeat until something is so',
    fields:
      '`most`: turns, 1,000 at most; `until` or `while`: an expression that sees the steps of the turn (the step fails when `most` turns did not settle it); `everyMs`: from turn to turn, at least 1000; `as`: name by which the steps see what the turn before gave, null in the first; `steps`',
    output: 'of the last step of the last turn',
    example: [
      {
        ...{ id: 'poll', kind: 'repeat', until: 'steps.job.body.isDone', most: 20, everyMs: 60_000 },
        steps: [
          { id: 'job', kind: 'tool', tool: 'http_get', args: { url: 'https://example.com/jobs/7.json' } },
        ],
      },
      answer({ $: 'steps.poll' }),
    ],
  },
  parallel: {
    title: 'Do several things at once',
    fields: '`branches`: `[{steps}]`; `wait`: `all` (default) or `any`',
    output: 'a list, the last output of each branch; with `any`, that of the branch that ended first',
    example: [
      {
        ...{ id: 'both', kind: 'parallel' },
        branches: [
          { steps: [{ id: 'one', kind: 'set', value: 1 }] },
          { steps: [{ id: 'two', kind: 'set', value: 2 }] },
        ],
      },
      answer({ $: 'steps.both' }),
    ],
  },
  return: {
    title: 'End with an output',
    fields: '`value`. Not inside of loops or parallel: see stop and next',
    output: 'none: the execution completes',
    example: [answer({ total: { $: 'inputs.total' } })],
  },
  stop: {
    title: 'End well, from anywhere',
    fields: '`value`, default null. Also inside of loops and branches: what goes on beside it is cancelled',
    output: 'none: the execution completes',
    example: [
      {
        ...{ id: 'orders', kind: 'foreach', over: 'inputs.orders', as: 'order' },
        steps: [
          { id: 'found', kind: 'stop', when: 'order.total > 1000', value: { $: 'order' } },
          { id: 'seen', kind: 'set', value: { $: 'order.total' } },
        ],
      },
    ],
  },
  next: {
    title: 'End this turn of a loop',
    fields: '`value`: what the turn gives, default null',
    output: 'none: the loop goes on',
    example: [
      {
        ...{ id: 'lines', kind: 'foreach', over: 'inputs.names', as: 'name' },
        steps: [
          { id: 'skip', kind: 'next', when: 'name == ""' },
          { id: 'line', kind: 'set', value: { $t: 'Hello, ${name}!' } },
        ],
      },
      answer({ $: 'steps.lines' }),
    ],
  },
  fail: {
    title: 'End as failed',
    fields: '`message`',
    output: 'none: the execution fails',
    example: [
      { id: 'stop', kind: 'fail', when: 'size(inputs.orders) == 0', message: 'there are no orders' },
      answer({ $: 'inputs.orders' }),
    ],
  },
  approval: {
    title: 'Ask a person',
    fields:
      '`message`; `assignees`: addresses or roles (a role and those above it); `form`: JSON Schema; `timeoutMs`; `onTimeout`: approve, deny or fail; `onDeny`: fail or continue; `quorum`',
    output: '`{approved, by, note, form}`',
    example: [
      { id: 'ask', kind: 'approval', message: 'Go on?', onDeny: 'continue' },
      answer({ $: 'steps.ask.approved' }),
    ],
  },
  wait: {
    title: 'Wait',
    fields: 'one of `for` (ms), `until` (Unix ms or ISO 8601), `event` (a name)',
    output: 'null; for an event, its body',
    example: [{ id: 'rest', kind: 'wait', for: 60_000 }, answer('done')],
  },
  workflow: {
    title: 'Run another workflow',
    fields: '`workflow`: id or name; `inputs`',
    output: 'the output of its execution',
    example: [
      { id: 'report', kind: 'workflow', workflow: 'Report', inputs: { day: 'Monday' } },
      answer({ $: 'steps.report' }),
    ],
  },
  code: {
    title: 'Compute in JavaScript',
    fields: '`js`: body of an async function with the parameter `args`; `args`. No files, network or modules',
    output: 'what it returns, as JSON',
    example: [
      {
        ...{ id: 'sum', kind: 'code', args: { list: { $: 'inputs.numbers' } } },
        js: 'return args.list.reduce((a, b) => a + b, 0)',
      },
      answer({ $: 'steps.sum' }),
    ],
  },
  ask: {
    title: 'Ask a language model: classify, extract, summarize, translate, write',
    fields:
      '`question`; `input`: what it is about (data, never instructions); `choices`: texts, one of which is the answer (`many`: a list of some); or `outputSchema`; `model`, `maxCu`; `review`: true or `{assignees}`, somebody may correct the answer; `cache`: true or `{ttlMs}`, the same answer for the same input',
    output: 'one of the choices, a list of them, a value that fits `outputSchema`, or a text',
    example: [
      {
        ...{ id: 'mood', kind: 'ask', question: 'How is this message meant?' },
        ...{ input: { $: 'inputs.message' }, choices: ['praise', 'complaint', 'question'] },
      },
      answer({ $: 'steps.mood' }),
    ],
  },
  agent: {
    title: 'Let a language model reach a goal',
    fields: '`goal`; `tools`: names that it may call; `model`, `maxSteps`, `maxCu`, `outputSchema`',
    output: 'its last text, or a value that fits `outputSchema`',
    example: [
      { id: 'summary', kind: 'agent', goal: { $t: 'Summarize: ${inputs.text}' }, tools: [] },
      answer({ $: 'steps.summary' }),
    ],
  },
}

export const blockKinds = Object.keys(blockGuides) as BlockKind[]
