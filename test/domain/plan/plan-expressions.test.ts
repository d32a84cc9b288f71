import { test } from 'tap'
import type { Plan } from '../../../domain/plan/plan.ts'
import { expressionsOf } from '../../../domain/plan/plan-expressions.ts'

test('every expression of a plan is there: in arguments, in templates, in steps inside of steps', async t => {
  const plan: Plan = {
    steps: [
      {
        ...{ id: 'a', kind: 'if', title: 'If' },
        cases: [
          {
            when: 'inputs.one',
            steps: [
              {
                ...{ id: 'b', kind: 'set', title: 'Set', when: 'inputs.two' },
                value: {
                  x: [{ $: 'inputs.three' }, 4],
                  y: { $t: 'a ${inputs.five} b $${no} ${ inputs.six }' },
                },
              },
            ],
          },
        ],
        else: [{ id: 'c', kind: 'return', title: 'Return', value: { $secret: 'cred_1' } }],
      },
    ],
  }
  const found = ['inputs.one', 'inputs.two', 'inputs.three', 'inputs.five', 'inputs.six']
  t.strictSame([...expressionsOf(plan)], found)
})
