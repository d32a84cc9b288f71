// A model's change and changes by hand come together: nothing that was done by hand is lost.
import t from 'tap'
import { allSteps, withLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { mergedPlan } from '../../../language/planning/merging/merged-plan.ts'

const tell = (id: string, args: { [name: string]: unknown } = {}): Step =>
  ({ id, title: '', kind: 'tool', server: 'chat', tool: 'post', args }) as unknown as Step
const each = (steps: readonly Step[]): Step =>
  ({ id: 'each', title: '', kind: 'foreach', over: 'inputs.list', as: 'item', steps }) as unknown as Step
const plan = (...steps: readonly Step[]): Plan => ({ irVersion: 2, steps })
const ids = ({ steps }: Plan) => steps.map(({ id }) => id)

const base = plan(tell('ask', { channel: '#a', text: 'Hi' }), tell('done'))

t.test('without changes by hand it is what the model says', async t => {
  const model = plan(tell('ask', { channel: '#b', text: 'Hi' }), tell('more'), tell('done'))
  t.same(mergedPlan({ base, hand: base, model }), { plan: model, conflicts: [], unmet: [] })
})

t.test('a field that was changed by hand stays, others follow the model', async t => {
  const hand = plan(tell('ask', { channel: '#mine', text: 'Hi' }), tell('done'))
  const model = plan(tell('ask', { channel: '#a', text: 'Hello' }), tell('done'), tell('ops'))
  const { plan: merged, conflicts } = mergedPlan({ base, hand, model })
  t.same(merged, plan(tell('ask', { channel: '#mine', text: 'Hello' }), tell('done'), tell('ops')))
  t.same(conflicts, [])
})

t.test('what both changed stays as made by hand, and is asked about', async t => {
  const hand = plan(tell('ask', { channel: '#mine', text: 'Hi' }), tell('done'))
  const model = plan(tell('ask', { channel: '#theirs', text: 'Hi' }), tell('done'))
  const asked = mergedPlan({ base, hand, model })
  t.same(asked.plan, hand)
  t.same(asked.conflicts, [{ path: 'ask.args.channel', byHand: '#mine', byModel: '#theirs' }])
  const settled = mergedPlan({ base, hand, model }, new Map([['ask.args.channel', 'model']]))
  t.same(settled, { plan: model, conflicts: [], unmet: [] })
})

t.test('a computed value is one value', async t => {
  const computed = plan(tell('ask', { text: { $: 'inputs.a' } }), tell('done'))
  const hand = plan(tell('ask', { text: { $: 'inputs.b' } }), tell('done'))
  const model = plan(tell('ask', { text: { $t: 'To ${inputs.a}' } }), tell('done'))
  const { plan: merged, conflicts } = mergedPlan({ base: computed, hand, model })
  t.same(merged, hand)
  t.equal(conflicts.length, 1)
})

t.test('steps that were added by hand stay behind the same step', async t => {
  const hand = plan(tell('ask', { channel: '#a', text: 'Hi' }), tell('mine'), tell('done'))
  const model = plan(tell('first'), tell('ask', { channel: '#a', text: 'Hi' }), tell('done'), tell('last'))
  const { plan: merged, conflicts } = mergedPlan({ base, hand, model })
  t.same(ids(merged), ['first', 'ask', 'mine', 'done', 'last'])
  t.same(conflicts, [])
})

t.test('an order that was made by hand stays', async t => {
  const three = plan(tell('a'), tell('b'), tell('c'))
  const hand = plan(tell('c'), tell('a'), tell('b'))
  const model = plan(tell('a'), tell('b'), tell('new'), tell('c'))
  t.same(ids(mergedPlan({ base: three, hand, model }).plan), ['c', 'a', 'b', 'new'])
})

t.test('what was taken away by hand stays away, unless the model changed it: then it is asked', async t => {
  const hand = plan(tell('done'))
  t.same(mergedPlan({ base, hand, model: base }), { plan: hand, conflicts: [], unmet: [] })
  const model = plan(tell('ask', { channel: '#b', text: 'Hi' }), tell('done'))
  const { plan: merged, conflicts } = mergedPlan({ base, hand, model })
  t.same(merged, hand)
  t.match(conflicts, [{ path: 'ask', byHand: null }])
  t.same(ids(mergedPlan({ base, hand, model }, new Map([['ask', 'model']])).plan), ['ask', 'done'])
})

t.test('what the model takes away goes, unless it was changed by hand', async t => {
  const model = plan(tell('done'))
  t.same(mergedPlan({ base, hand: base, model }), { plan: model, conflicts: [], unmet: [] })
  const hand = plan(tell('ask', { channel: '#mine', text: 'Hi' }), tell('done'))
  const { plan: merged, conflicts } = mergedPlan({ base, hand, model })
  t.same(merged, hand)
  t.match(conflicts, [{ path: 'ask', byModel: null }])
})

t.test('a block stays around what was changed in it by hand', async t => {
  const looped = plan(each([tell('post'), tell('log')]))
  const hand = plan(each([tell('post', { channel: '#mine' }), tell('log')]))
  const { plan: merged, conflicts } = mergedPlan({ base: looped, hand, model: plan(tell('other')) })
  t.same(ids(merged), ['each', 'other'])
  t.same((merged.steps[0] as Step & { steps: Step[] }).steps, [tell('post', { channel: '#mine' })])
  t.match(conflicts, [{ path: 'post', byModel: null }])
})

t.test('a step that the model moves into a block keeps what was changed by hand', async t => {
  const flat = plan(tell('post', { channel: '#a' }), tell('done'))
  const hand = plan(tell('post', { channel: '#mine' }), tell('done'))
  const model = plan(each([tell('post', { channel: '#a' })]), tell('done'))
  const { plan: merged, conflicts } = mergedPlan({ base: flat, hand, model })
  t.same(merged, plan(each([tell('post', { channel: '#mine' })]), tell('done')))
  t.same(conflicts, [])
})

t.test('cases are merged one by one', async t => {
  const choice = (when: string, ...steps: readonly Step[]): Step =>
    ({ id: 'choice', title: '', kind: 'if', cases: [{ when, steps }] }) as unknown as Step
  const before = plan(choice('inputs.a > 1', tell('x')))
  const hand = plan(choice('inputs.a > 2', tell('x')))
  const model = plan(choice('inputs.a > 1', tell('x'), tell('y')))
  t.same(mergedPlan({ base: before, hand, model }).plan, plan(choice('inputs.a > 2', tell('x'), tell('y'))))
})

const loop = (id: string, ...steps: readonly Step[]): Step => ({ ...each(steps), id }) as Step

t.test('crossed moves leave all as it was made by hand', async t => {
  const before = plan(loop('a'), loop('b'))
  const hand = plan(loop('b', loop('a')))
  const model = plan(loop('a', loop('b')))
  const { plan: merged, conflicts } = mergedPlan({ base: before, hand, model })
  t.same(merged, hand)
  t.match(conflicts, [{ path: 'steps' }])
  t.same(mergedPlan({ base: before, hand, model }, new Map([['steps', 'model']])).plan, model)
})

// A law, over trees of up to eight steps with random edits on both sides.
t.test('a step that was made or changed by hand is never gone without a conflict', async t => {
  const random = seeded(7)
  for (let run = 0; run < 2_000; run++) {
    const before = edited(plan(tell('a'), loop('b', tell('c'), loop('d', tell('e')))), random, 'x')
    const hand = edited(before, random, 'h')
    const model = edited(before, random, 'm')
    const { plan: merged, conflicts } = mergedPlan({ base: before, hand, model })
    const [was, is, got] = [byId(before), byId(hand), byId(merged)]
    for (const [id, step] of is) {
      const text = JSON.stringify(argsOf(step))
      if (was.has(id) && JSON.stringify(argsOf(was.get(id)!)) === text) continue
      const isThere = got.has(id) && JSON.stringify(argsOf(got.get(id)!)) === text
      if (!isThere) return t.fail(JSON.stringify({ run, id, before, hand, model, merged, conflicts }))
    }
    if (new Set(allSteps(merged.steps).map(({ id }) => id)).size !== allSteps(merged.steps).length)
      return t.fail(JSON.stringify({ run, twice: merged }))
  }
  t.pass('2,000 merges')
})

function byId({ steps }: Plan): ReadonlyMap<string, Step> {
  return new Map(allSteps(steps).map(step => [step.id, step]))
}

function argsOf(step: Step): unknown {
  return (step as { args?: unknown }).args ?? null
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return below => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
}

/** Changes, takes away, adds or moves some steps. */
function edited(from: Plan, random: (below: number) => number, mark: string): Plan {
  let steps = from.steps
  for (let edit = 0; edit < 3; edit++) {
    const all = allSteps(steps)
    const chosen = all[random(all.length)]
    if (chosen === undefined) return { ...from, steps }
    const kind = random(4)
    const map = (list: readonly Step[]): readonly Step[] =>
      list.flatMap(step => {
        const inner = withLists(step, map)
        if (step.id !== chosen.id) return [inner]
        if (kind === 0) return step.kind === 'tool' ? [tell(step.id, { text: `${mark}${edit}` })] : [inner]
        if (kind === 1) return []
        if (kind === 2) return [inner, tell(`${mark}${edit}`, { text: mark })]
        return [loop(`${mark}${edit}`, inner)]
      })
    steps = map(steps)
  }
  return { ...from, steps }
}
