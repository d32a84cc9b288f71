// Plans written by hand over the tools of domains/crm.json, each with an expectation and the verdict that it
// must get: right ones, and wrong ones in every way that the judge looks for. No prompt is read. The same
// cases got the same verdicts from a judge that asks the running product over HTTP.
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { PromptSchedule, Step } from '../../../domain/plan/plan.ts'
import { block, set } from '../../support/execution.ts'
import type { Verdict } from './judge-plan.ts'
import type { CallGroup, ExpectedRun, Prompt } from './prompts.ts'

export interface HandWritten {
  /** What is judged, and how the verdict comes about. */
  readonly title: string
  readonly steps: readonly Step[]
  readonly schedule?: PromptSchedule
  readonly expects: Pick<Prompt, 'expect' | 'schedule' | 'runs'>
  readonly verdict: Verdict['verdict'] | 'ready' | 'right as far as seen'
}

function call(id: string, tool: string, args: JsonObject, extra: Partial<Step> = {}): Step {
  return { id, title: id, kind: 'tool', server: 'crm', tool, args, ...extra } as Step
}
const $ = (expression: string): Json => ({ $: expression })
const mail = (id: string, to: Json, subject: Json, extra: Partial<Step> = {}) =>
  call(id, 'send_email', { to, subject, body: 'x' }, extra)
const mailed = (to: string, subject: string) => ['send_email', { to, subject, body: 'x' }] as const
const tag = (id: string, customer: Json, extra: Partial<Step> = {}) =>
  call(id, 'add_tag', { customer_id: customer, tag: 'hot' }, extra)
const tagged = (customer: string) => ['add_tag', { customer_id: customer, tag: 'hot' }] as const
const does = (...runs: ExpectedRun[]): HandWritten['expects'] => ({ expect: 'do', runs })
const calls = (...groups: CallGroup[]): ExpectedRun => ({ calls: groups })
const deals = call('deals', 'list_deals', { stage: $('inputs.stage') })
const eachDeal = block('each', {
  ...{ kind: 'foreach', over: 'steps.deals', as: 'deal' },
  steps: [tag('tag', $('deal.customer_id'))],
})
const byOwner = [
  call('deals', 'list_deals', { stage: 'won' }),
  { ...call('groups', 'list_group', { list: $('steps.deals'), field: 'owner_id' }), server: null } as Step,
  block('sums', {
    ...{ kind: 'foreach', over: 'steps.groups', as: 'group' },
    steps: [set('row', { owner: $('group.key'), total: $('sum(group.items.map(d, d.amount))') })],
  }),
  block('end', { kind: 'return', value: $('steps.sums') }),
]
const byValue = (high: Step, low: Step) => [
  call('deal', 'get_deal', { deal_id: $('inputs.deal') }),
  block('check', { kind: 'if', cases: [{ when: 'steps.deal.amount > 5000', steps: [high] }], else: [low] }),
]
const gate = { message: 'Delete?', assignees: ['admin', 'owner'] }
const deletion = (approval: object): Step[] => [
  tag('first', 'cus_4'),
  call('gone', 'delete_customer', { customer_id: 'cus_4' }, { approval } as Partial<Step>),
]
const deleted = ['delete_customer', { customer_id: 'cus_4' }] as const
const lookup = (extra: Partial<Step>) => [call('found', 'get_customer', { customer_id: 'cus_99' }, extra)]
const failing = call(
  'credit',
  'check_credit',
  { customer_id: 'cus_6' },
  { retry: { maxAttempts: 3, backoffMs: 100 } },
)
const monday = { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }

export const handWritten: readonly HandWritten[] = [
  {
    title: 'foreach: the calls of a group in any order, one run for each side, also the empty list',
    steps: [deals, eachDeal],
    expects: does(
      { inputs: { stage: 'won' }, calls: [[tagged('cus_6'), tagged('cus_1')]] },
      { inputs: { stage: 'on_hold' }, calls: [] },
    ),
    verdict: 'right',
  },
  {
    title: 'foreach: one call too few is expected',
    steps: [deals, eachDeal],
    expects: does({ inputs: { stage: 'won' }, calls: [[tagged('cus_6')]] }),
    verdict: 'silently wrong',
  },
  {
    title: 'if: both branches, by the input',
    steps: byValue(mail('high', 'a@b.example', 'big'), mail('low', 'a@b.example', 'small')),
    expects: does(
      { inputs: { deal: 'deal_1' }, calls: [[mailed('a@b.example', 'big')]] },
      { inputs: { deal: 'deal_3' }, calls: [[mailed('a@b.example', 'small')]] },
    ),
    verdict: 'right',
  },
  {
    title: 'if: the branches are swapped',
    steps: byValue(mail('high', 'a@b.example', 'small'), mail('low', 'a@b.example', 'big')),
    expects: does({ inputs: { deal: 'deal_1' }, calls: [[mailed('a@b.example', 'big')]] }),
    verdict: 'silently wrong',
  },
  {
    title: 'an input that the plan needs is not given',
    steps: byValue(mail('high', 'a@b.example', 'big'), mail('low', 'a@b.example', 'small')),
    expects: does({ inputs: {}, calls: [[mailed('a@b.example', 'big')]] }),
    verdict: 'refused',
  },
  {
    title: 'approval: what came before it, approved and denied',
    steps: deletion(gate),
    expects: does(
      { decide: 'approve', before: [[tagged('cus_4')]], calls: [[tagged('cus_4')], [deleted]] },
      { decide: 'deny', before: [[tagged('cus_4')]], calls: [[tagged('cus_4')]] },
    ),
    verdict: 'right',
  },
  {
    title: 'approval: something came before it that must not',
    steps: deletion(gate),
    expects: does({ decide: 'approve', before: [], calls: [[tagged('cus_4')], [deleted]] }),
    verdict: 'silently wrong',
  },
  {
    title: 'approval: nobody asked for it',
    steps: deletion(gate),
    expects: does(calls([tagged('cus_4')], [deleted])),
    verdict: 'silently wrong',
  },
  {
    title: 'approval: none is asked for',
    steps: [tag('first', 'cus_4')],
    expects: does({ decide: 'deny', calls: [[tagged('cus_4')]] }),
    verdict: 'silently wrong',
  },
  {
    title: 'approval: it is addressed to somebody else',
    steps: deletion({ ...gate, assignees: ['boss@acme.example'] }),
    expects: does({ decide: 'approve', before: [[tagged('cus_4')]], calls: [[tagged('cus_4')], [deleted]] }),
    verdict: 'right as far as seen',
  },
  {
    title: 'approval: after a denial the plan goes on and says so',
    steps: [
      block('ask', { kind: 'approval', ...gate, onDeny: 'continue' }),
      block('check', {
        ...{ kind: 'if', cases: [{ when: 'steps.ask.approved', steps: [tag('yes', 'cus_1')] }] },
        else: [mail('no', 'a@b.example', 'denied')],
      }),
    ],
    expects: does(
      { decide: 'approve', calls: [[tagged('cus_1')]] },
      { decide: 'deny', status: ['completed'], calls: [[mailed('a@b.example', 'denied')]] },
    ),
    verdict: 'right',
  },
  {
    title: 'retry: a tool that fails twice says no more than a failure of the workflow',
    steps: [failing, tag('after', 'cus_6')],
    expects: does(calls([tagged('cus_6')])),
    verdict: 'refused',
  },
  {
    title: 'onError: steps of their own',
    steps: lookup({ onError: { steps: [mail('tell', 'a@b.example', $('error.message'))] } }),
    expects: does(calls([['send_email', { to: 'a@b.example', subject: { re: 'not found' }, body: 'x' }]])),
    verdict: 'right',
  },
  {
    title: 'onError: going on',
    steps: [...lookup({ onError: 'continue' }), tag('after', 'cus_1')],
    expects: does(calls([tagged('cus_1')])),
    verdict: 'right',
  },
  {
    title: 'a failure before any effect is loud',
    steps: lookup({}),
    expects: does(calls([tagged('cus_1')])),
    verdict: 'refused',
  },
  {
    title: 'a failure after an effect is not',
    steps: [tag('first', 'cus_1'), ...lookup({})],
    expects: does(calls([tagged('cus_1')])),
    verdict: 'silently wrong',
  },
  {
    title: 'a failure may be what is expected, with its words',
    steps: [...byValue(block('stop', { kind: 'fail', message: 'Too big' }), tag('low', 'cus_2'))],
    expects: does(
      { inputs: { deal: 'deal_1' }, status: ['failed'], calls: [], says: 'too big' },
      { inputs: { deal: 'deal_3' }, calls: [[tagged('cus_2')]] },
    ),
    verdict: 'right',
  },
  {
    title: 'parallel: a group has no order, and the step after it follows',
    steps: [
      block('both', {
        kind: 'parallel',
        branches: [{ steps: [tag('one', 'cus_1')] }, { steps: [tag('two', 'cus_2')] }],
      }),
      mail('done', 'a@b.example', 'done'),
    ],
    expects: does(calls([tagged('cus_2'), tagged('cus_1')], [mailed('a@b.example', 'done')])),
    verdict: 'right',
  },
  {
    title: 'groups: the other order',
    steps: [tag('one', 'cus_1'), tag('two', 'cus_2')],
    expects: does(calls([tagged('cus_2')], [tagged('cus_1')])),
    verdict: 'silently wrong',
  },
  {
    title: 'wait: some seconds',
    steps: [tag('one', 'cus_1'), block('rest', { kind: 'wait', for: 2_000 }), tag('two', 'cus_2')],
    expects: does(calls([tagged('cus_1')], [tagged('cus_2')])),
    verdict: 'right',
  },
  {
    title: 'wait: a day is longer than anybody looks',
    steps: [tag('one', 'cus_1'), block('rest', { kind: 'wait', for: 86_400_000 }), tag('two', 'cus_2')],
    expects: does(calls([tagged('cus_1')], [tagged('cus_2')])),
    verdict: 'silently wrong',
  },
  {
    title: 'wait: that may be what is expected',
    steps: [tag('one', 'cus_1'), block('rest', { kind: 'wait', for: 86_400_000 }), tag('two', 'cus_2')],
    expects: does({ status: ['waiting'], calls: [[tagged('cus_1')]] }),
    verdict: 'right',
  },
  {
    title: 'schedule: the same days and time, said otherwise',
    steps: [tag('one', 'cus_1')],
    schedule: { cron: '0 9 * * 1,2,3,4,5', timezone: 'Europe/Berlin' },
    expects: { ...does(calls([tagged('cus_1')])), schedule: monday },
    verdict: 'right',
  },
  {
    title: 'schedule: another zone',
    steps: [tag('one', 'cus_1')],
    schedule: { cron: '0 9 * * 1-5', timezone: 'UTC' },
    expects: { ...does(calls([tagged('cus_1')])), schedule: monday },
    verdict: 'silently wrong',
  },
  {
    title: 'schedule: one that nobody asked for',
    steps: [tag('one', 'cus_1')],
    schedule: monday,
    expects: does(calls([tagged('cus_1')])),
    verdict: 'silently wrong',
  },
  {
    title: 'perKey: rows with a key and a figure',
    steps: byOwner,
    expects: does({ output: { perKey: { own_1: 12000, own_3: 7600 } } }),
    verdict: 'right',
  },
  {
    title: 'perKey: another figure',
    steps: byOwner,
    expects: does({ output: { perKey: { own_1: 12000, own_3: 7601 } } }),
    verdict: 'silently wrong',
  },
  {
    title: 'an argument that says the default of its schema is as good as none',
    steps: [call('note', 'add_note', { customer_id: 'cus_1', text: 'x', pinned: false })],
    expects: does(calls([['add_note', { customer_id: 'cus_1', text: 'x' }]])),
    verdict: 'right',
  },
  {
    title: 'an argument that nobody asked for',
    steps: [call('note', 'add_note', { customer_id: 'cus_1', text: 'x', pinned: true })],
    expects: does(calls([['add_note', { customer_id: 'cus_1', text: 'x' }]])),
    verdict: 'silently wrong',
  },
  {
    title: 'refuse: a plan with an error',
    steps: [call('note', 'add_note', { customer_id: 'cus_1' })],
    expects: { expect: 'refuse' },
    verdict: 'refused',
  },
  {
    title: 'refuse: it ran',
    steps: [tag('one', 'cus_1')],
    expects: { expect: 'refuse' },
    verdict: 'silently wrong',
  },
  {
    title: 'refuse: it is ready, and fails without an effect',
    steps: lookup({}),
    expects: { expect: 'refuse' },
    verdict: 'ready',
  },
  {
    title: 'refuse: it is ready, and cannot start',
    steps: byValue(tag('high', 'cus_1'), tag('low', 'cus_2')),
    expects: { expect: 'refuse' },
    verdict: 'ready',
  },
]
