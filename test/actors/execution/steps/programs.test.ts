import { test } from 'tap'
import { compileProgram } from '../../../../actors/execution/steps/program.ts'
import { Programs } from '../../../../actors/execution/steps/programs.ts'
import type { Plan } from '../../../../domain/plan/plan.ts'
import { turns } from '../../../support/actors/host.ts'

const none = () => null

/** Each step reads the one before it, in some 70 characters. */
function planOf(steps: number, name: string): Plan {
  return {
    steps: Array.from({ length: steps }, (_, index) => ({
      id: `s${index}`,
      kind: 'set',
      title: 'Set',
      value: {
        list: { $: `inputs.${name}.filter(item, item.total > ${index} && item.name.contains("abc"))` },
      },
    })),
  }
}

/** Programs of plans that are named after their organization: `a1`. */
function given({ steps = 2, kept = 1_000_000 } = {}) {
  const loaded: string[] = []
  const loadPlan = async (versionId: string) => {
    loaded.push(versionId)
    return planOf(steps, versionId)
  }
  const programs = new Programs({ loadPlan, pure: none, kept })
  return { loaded, of: (versionId: string) => programs.of(versionId[0]!, versionId) }
}

test('a program is compiled once, for all who ask, and then it is there at once', async t => {
  const { loaded, of } = given()
  const all = await Promise.all(Array.from({ length: 20 }, () => of('a1')))
  t.strictSame(loaded, ['a1'])
  t.equal(new Set(all).size, 1)
  t.equal(of('a1'), all[0])
  const own = compileProgram(planOf(2, 'a1'), none)
  t.strictSame([...all[0]!.steps.keys()], [...own.steps.keys()])
  t.strictSame(all[0]!.lists[0]!.waits, own.lists[0]!.waits)
})

test('while a large plan is compiled, the host has its other work done', async t => {
  const { of } = given({ steps: 100 })
  let isOver = false
  const program = Promise.resolve(of('a1')).finally(() => {
    isOver = true
  })
  let others = 0
  for (; !isOver; others++) await turns(1)
  t.ok(others >= 3, `${others} turns of others`)
  t.equal((await program).steps.size, 100)
})

test('new versions of one organization do not drive out those of another', async t => {
  const size = JSON.stringify(planOf(2, 'a1')).length
  const { loaded, of } = given({ kept: 5 * (size + 10) })
  await of('b1')
  for (let n = 1; n <= 20; n++) await of(`a${n}`)
  loaded.length = 0
  await of('b1')
  await of('a20')
  t.strictSame(loaded, [])
  await of('a1')
  t.strictSame(loaded, ['a1'])
})

test('a plan that cannot be read is asked for again', async t => {
  let asked = 0
  const programs = new Programs({
    async loadPlan() {
      if (++asked === 1) throw new Error('the database is away')
      return planOf(1, 'a')
    },
    pure: none,
  })
  await t.rejects(Promise.resolve(programs.of('a', 'a1')), { message: /away/ })
  t.equal((await programs.of('a', 'a1')).steps.size, 1)
})

test('a missing optional value is null since version 2; plans of before mean what they meant', async t => {
  const values = ['inputs.?gone', 'inputs.?gone == null', '[inputs.?gone]', '[1].map(x, inputs.?gone)']
  const steps = values.map((value, at) => ({
    ...({ id: `s${at}`, kind: 'set', title: 'Set' } as const),
    value: { $: value },
  }))
  const valuesOf = async (plan: Plan) => {
    const program = await new Programs({ loadPlan: async () => plan, pure: none }).of('a', 'a1')
    return [...program.steps.values()].map(({ block }) => {
      try {
        return block.kind === 'set' ? block.value.evaluate({ inputs: {}, steps: {} }) : undefined
      } catch (error) {
        return String(error)
      }
    })
  }
  t.strictSame(await valuesOf({ irVersion: 2, steps }), [null, true, [null], [null]])
  t.match(await valuesOf({ steps }), [/Error: /, false, /not there/, /not there/])
})
