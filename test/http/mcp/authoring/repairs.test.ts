import { test } from 'tap'
import { Failure } from '../../../../domain/failure.ts'
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { unreadPlan, withSignatures } from '../../../../http/mcp/authoring/repairs.ts'

const tool: HubTool = {
  ...{ server: 'shop', name: 'refund', title: 'Refund', description: 'Refunds an order' },
  ...{ effect: 'write', keywords: [], examples: [], outputSchema: null },
  inputSchema: { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] },
}
const plan = {
  steps: [
    {
      ...{ id: 'each', kind: 'foreach', over: 'inputs.list', as: 'x' },
      steps: [{ id: 'pay', kind: 'tool', server: 'shop', tool: 'refund', args: {} }],
    },
  ],
}
const wrong = (code: string, path: string | null, more: object = {}) => ({
  ...{ code, severity: 'error', message: 'no', path },
  ...more,
})

test('what is wrong with arguments has the signature of the tool, once', async t => {
  const diagnostics = [
    wrong('MISSING_ARGUMENT', 'pay.args.order'),
    wrong('UNKNOWN_ARGUMENT', 'pay.args.id'),
    wrong('BAD_EXPRESSION', 'each.over'),
  ]
  t.strictSame(withSignatures({ status: 'needs_review', diagnostics }, plan, [tool]), {
    status: 'needs_review',
    diagnostics: [
      { ...diagnostics[0], signature: 'shop__refund(order: integer) (write)' },
      diagnostics[1],
      diagnostics[2],
    ],
  })
})

test('a tool that is not there has the signature of the one that may be meant', async t => {
  const unknown = wrong('UNKNOWN_TOOL', 'pay.tool', { candidates: ['shop__refund'] })
  t.match(withSignatures({ diagnostics: [unknown] }, plan, [tool]), {
    diagnostics: [{ signature: /^shop__refund\(/ }],
  })
  const nothing = wrong('UNKNOWN_TOOL', 'pay.tool')
  t.strictSame(withSignatures({ diagnostics: [nothing] }, plan, [tool]), { diagnostics: [nothing] })
})

test('an answer without diagnostics, or to no plan, stays as it is', async t => {
  for (const answer of [null, 'text', { id: 'wf_1' }, { diagnostics: [] }])
    t.equal(withSignatures(answer, plan, [tool]), answer)
  const answer = { diagnostics: [wrong('MISSING_ARGUMENT', 'pay.args.order')] }
  t.equal(withSignatures(answer, undefined, [tool]), answer)
})

test('all that is wrong with a plan that cannot be read is told, with what could stand there', async t => {
  const diagnostics = Array.from({ length: 12 }, (_, n) =>
    wrong('BAD_SHAPE', null, { message: `s${n}: no`, candidates: ['tool'] }),
  )
  const failure = new Failure('validation-failed', 'plan: s0: no; and 11 more', { diagnostics })
  const lines = unreadPlan(failure)!.split('\n')
  t.equal(lines.length, 13)
  t.equal(lines.at(-1), '- s11: no (tool)')
  t.equal(unreadPlan(new Failure('not-found', 'workflow not found')), null)
})
