// The judge with a planner that answers by a script: verdicts, repairs, and the figures made of them.
import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { type Planned, type Planner, unplanned } from '../../../domain/plan/planning.ts'
import { figuresOf, labelOf, tableOf } from './figures.ts'
import { type Judged, judge } from './judge.ts'
import { domainsFolder, loadDomain, type Prompt } from './prompts.ts'
import { jsonOf, longLines, shortLine, timeLines } from './report.ts'
import { openShop } from './shop.ts'

const tag: Step = {
  ...{ id: 'tag', title: 'tag', kind: 'tool', server: 'crm', tool: 'add_tag' },
  args: { customer_id: 'cus_1', tag: 'hot' },
}
const made: Planned = { plan: { steps: [tag] }, diagnostics: [], schedule: null, explanation: null }
const asking: Planned = {
  ...made,
  diagnostics: [{ ...unplanned('ASSUMED', 'so').diagnostics[0]!, severity: 'question' }],
}

function repairable(prompt: string): Planned {
  const refused = unplanned('UNREAD_WORDS', 'say it otherwise')
  const [diagnostic] = refused.diagnostics
  const fixes = [{ title: 'Say it so', prompt }]
  return { ...refused, diagnostics: [{ ...diagnostic!, fixes } as typeof diagnostic & object] }
}

const script: Readonly<Record<string, Planned>> = {
  'Tag cus_1': made,
  'Tag cus_1, or so': asking,
  'tag it': repairable('Tag cus_1'),
  'tag them': repairable('tag us'),
  'tag us': unplanned('UNREAD_WORDS', 'say it otherwise'),
}
const planner: Planner = {
  async plan(prompt) {
    if (prompt === 'burst') throw new Error('it burst')
    return script[prompt]!
  },
}

const done: Pick<Prompt, 'expect' | 'runs'> = {
  expect: 'do',
  runs: [{ calls: [[['add_tag', { customer_id: 'cus_1', tag: 'hot' }]]] }],
}

async function judged(prompt: string, rest: Partial<Prompt> = done, triesFixes = false): Promise<Judged> {
  const shop = await openShop(loadDomain(`${domainsFolder}/crm.json`))
  const all = { id: 'x', covers: ['a'], prompt, ...done, ...rest }
  const one = await judge(all, shop, { planner, triesFixes })
  await shop.hub.close()
  return one
}

test('a plan that does it is right, also with a question', async t => {
  t.equal(labelOf(await judged('Tag cus_1')), 'right')
  t.equal(labelOf(await judged('Tag cus_1, or so')), 'right')
})

test('what is refused is wrong, fine or right, as it is expected', async t => {
  t.equal(labelOf(await judged('tag us')), 'refused')
  t.equal(labelOf(await judged('tag us', { ...done, expect: 'do-or-refuse' })), 'refused, fine')
  t.equal(labelOf(await judged('tag us', { expect: 'refuse', runs: [] })), 'right, refused')
  t.equal(labelOf(await judged('Tag cus_1', { expect: 'refuse', runs: [] })), 'SILENTLY WRONG')
  t.match(await judged('tag us'), { why: /^UNREAD_WORDS: say it otherwise$/ })
})

test('a planner that throws is an error', async t => {
  t.match(await judged('burst'), { verdict: 'error', why: /it burst/, compilation: null })
})

test('the first repair of a refusal is tried, and does not change the verdict', async t => {
  t.equal((await judged('tag it')).fix, undefined)
  const repaired = await judged('tag it', done, true)
  t.match(repaired, { verdict: 'refused', fix: { prompt: 'Tag cus_1', verdict: 'right' } })
  const not = await judged('tag them', done, true)
  t.match(not, { verdict: 'refused', fix: { prompt: 'tag us', verdict: 'refused' } })
  t.match(figuresOf([repaired, not]), { doable: 2, right: 0, refusedWrongly: 2, fixed: 1 })
  t.equal((await judged('tag it', { expect: 'refuse', runs: [] }, true)).fix, undefined)
})

test('figures count every prompt once', async t => {
  const all = [
    await judged('Tag cus_1'),
    await judged('Tag cus_1', { covers: ['a', 'b'], runs: [] }),
    await judged('tag us', { expect: 'do-or-refuse' }),
    await judged('tag us', { expect: 'refuse', runs: [] }),
    await judged('tag us', { covers: ['b'] }),
  ]
  const figures = { prompts: 5, doable: 3, right: 1, toRefuse: 1, rightlyRefused: 1, refusedWrongly: 1 }
  t.match(figuresOf(all), { ...figures, fallenOut: 1, silentlyWrong: 1, readyNotRefused: 0, errors: 0 })
  t.strictSame(
    tableOf(all, ({ prompt }) => prompt.covers ?? []),
    [
      { name: 'b', right: 0, doable: 2, wrong: 1 },
      { name: 'a', right: 1, doable: 2, wrong: 1 },
    ],
  )
})

test('a report says what a prompt became', async t => {
  const one = await judged('tag us')
  t.match(shortLine(one), /^x +refused +tag us {2}<- UNREAD_WORDS/)
  t.match(longLines(one).join('\n'), /error UNREAD_WORDS: say it otherwise[\s\S]*plan: \{.*"steps":\[\]\}/)
  t.match(longLines(await judged('Tag cus_1')).join('\n'), /plan: \{.*"steps":\[\{"id":"tag","kind":"tool"/)
  t.match(timeLines([one])[0], /median [\d.]+, p95 [\d.]+, max [\d.]+/)
  t.match(jsonOf([{ ...one, slug: 'crm' }]), {
    total: { prompts: 1 },
    domains: { crm: { prompts: 1 } },
    prompts: [{ id: 'x', prompt: 'tag us', label: 'refused', diagnostics: [{ code: 'UNREAD_WORDS' }] }],
  })
})
