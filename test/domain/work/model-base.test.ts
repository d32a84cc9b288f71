// Which plan a change in words is merged over.
import { test } from 'tap'
import type { Plan, PlannedBy } from '../../../domain/plan/plan.ts'
import { modelBase } from '../../../domain/work/confirming/model-base.ts'

const returning = (value: number): Plan =>
  ({ steps: [{ id: 'end', title: '', kind: 'return', value }] }) as never

interface Version {
  readonly version: number
  readonly plannedBy: PlannedBy | null
  readonly plan: Plan
  readonly base?: Plan
}

const baseOf = (newestFirst: readonly Version[], active = newestFirst[0]!) =>
  modelBase(active, {
    list: async () => newestFirst,
    get: async version => newestFirst.find(each => each.version === version) ?? null,
  })

const byModel: Version = { version: 1, plannedBy: 'model', plan: returning(1) }
const byHand: Version = { version: 2, plannedBy: 'author', plan: returning(2) }
const merged: Version = { version: 3, plannedBy: 'model', plan: returning(2), base: returning(3) }
const byHandAgain: Version = { version: 4, plannedBy: 'author', plan: returning(4) }

test('a plan that a model wrote is its own base; of a merge it is what the model wrote', async t => {
  t.equal(await baseOf([byModel]), null)
  t.same(await baseOf([merged, byHand, byModel]), returning(3))
})

test('of a plan by hand it is the last one that a model wrote before', async t => {
  t.equal(await baseOf([byHand]), null)
  t.same(await baseOf([byHand, byModel]), returning(1))
  t.same(await baseOf([byHandAgain, merged, byHand, byModel]), returning(3))
  t.same(await baseOf([byHandAgain, merged, byHand, byModel], byHand), returning(1), 'an older one is active')
})

test('of a plan that was changed by hand before it was saved it is what lies with it', async t => {
  const changed: Version = { version: 1, plannedBy: 'author', plan: returning(5), base: returning(6) }
  t.same(await baseOf([changed]), returning(6))
  t.same(await baseOf([byHand, changed]), returning(6))
  t.same(await baseOf([{ ...changed, version: 5 }, byHandAgain, merged]), returning(6))
  t.same(await baseOf([{ ...byHand, version: 5 }, merged, changed]), returning(3))
})
