// The bounds on what an execution records, and the failure of a step past them.
import { test } from 'tap'
import { retryOf } from '../../../../actors/execution/starting/retrying.ts'
import { recordedBytes, sizeBounds, sizeOf } from '../../../../actors/execution/steps/sizes.ts'
import type { Json } from '../../../../domain/json.ts'
import { begunLife, block, call, each, returned, set } from '../../../support/execution.ts'

/** Text whose JSON has so many bytes. */
const text = (bytes: number) => 'x'.repeat(bytes - 2)
const { step: most, execution: mostTogether } = sizeBounds

test('the size of a value is about that of its JSON', t => {
  const values: Json[] = [
    ...['', 'text', text(100_000), '\u4e00'.repeat(2_000)],
    ...[true, [], {}, { a: [1.5, 2.5, { b: 'text' }], c: text(5_000) }],
    Array.from({ length: 2_000 }, (_, n) => ({ name: `item ${n}` })),
  ]
  for (const value of values) {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    t.ok(Math.abs(sizeOf(value) - bytes) <= 5 + bytes / 10, `${sizeOf(value)} for ${bytes}`)
    t.equal(sizeOf(value), sizeOf(value), 'the same when it is known')
    t.equal(sizeOf(value), sizeOf(JSON.parse(JSON.stringify(value))), 'the same in a replay')
  }
  t.end()
})

test('a result of as much as a step may have is recorded, one of a byte more fails it', t => {
  for (const [bytes, status] of [
    [most, 'completed'],
    [most + 1, 'failed'],
  ] as const) {
    const life = begunLife([call('fetch')])
    life.tell(returned('fetch', text(bytes)))
    t.equal(life.state.status, status)
  }
  t.end()
})

test('a list of results that is too large fails its step with the reason, not those inside of it', t => {
  const list = Array.from({ length: 12 }, () => 0)
  const steps = [each('all', [set('one', { $: 'inputs.text' })])]
  const life = begunLife(steps, { list, text: text(1_000_000) })
  t.match(life.state.error, { code: 'too-large', step: 'all' })
  t.match(
    life.state.error?.message,
    /^the step has 120000\d\d bytes of input and output, and may have 8388608$/,
  )
  t.end()
})

test('onError takes over from what was too large, also from the list of a loop', t => {
  const list = Array.from({ length: 12 }, () => 0)
  const loop = each('all', [set('one', { $: 'inputs.text' })], {
    onError: { steps: [set('code', { $: 'error.code' })] },
  })
  const end = block('end', { kind: 'return', value: { $: 'steps.all' } })
  const life = begunLife([loop, end], { list, text: text(1_000_000) })
  t.equal(life.state.status, 'completed')
  t.equal(life.state.output, 'too-large')
  t.strictSame(life.state.frames, {})
  t.end()
})

test('all inputs and outputs together are bounded, in a loop that goes on whatever fails in it too', t => {
  const list = Array.from({ length: 100 }, () => 0)
  const one = set('one', { $: 'inputs.text' }, { onError: 'continue' })
  const life = begunLife([each('all', [one])], { list, text: text(1_000_000) })
  t.match(life.state.error, { code: 'too-large', step: 'all' })
  const recorded = life.events.reduce((sum, event) => sum + recordedBytes(event), 0)
  t.equal(recorded, life.state.recordedBytes)
  t.ok(recorded <= mostTogether && recorded > mostTogether - 1_000_000, `${recorded} bytes`)
  t.equal(life.events.filter(({ type }) => type === 'step-failed').length, 100 - 67 + 1)
  t.end()
})

test('arguments count as well', t => {
  const life = begunLife([call('send', { text: { $: 'inputs.text' } })], { text: text(1_000_000) })
  life.tell(returned('send', text(2_000_000)))
  t.ok(Math.abs(life.state.recordedBytes - 3_000_000) < 100)
  t.end()
})

test('a retry of more results than its first event may have is refused', async t => {
  const runnable = { versionId: 'wfv_1' } as never
  const parts = (kept: { [path: string]: Json }) => ({
    active: async () => runnable,
    version: async () => runnable,
    plan: async () => ({ steps: [] }),
    kept: async () => ({ kept, endings: {} }),
  })
  const earlier = { id: 'exec_1', workflowId: 'wf_1', workflowVersion: 1, inputs: {} }
  const half = text(sizeBounds.kept / 2 - 10)
  t.match(await retryOf(parts({ a: half, b: half }), earlier), { inputs: {} })
  await t.rejects(retryOf(parts({ a: half, b: half, c: half }), earlier), { code: 'conflict' })
})
