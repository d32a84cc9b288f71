import fc from 'fast-check'
import { test } from 'tap'
import { systemClock } from '../../../runtime/clock.ts'
import { Outbox, pack, unpack } from '../../../runtime/system/frames.ts'
import { turns } from '../../support/actors/host.ts'

// Any text, lone surrogates and line breaks included.
const text = fc.string({ unit: fc.nat(0xffff).map(code => String.fromCharCode(code)) })
const plain = { noNullPrototype: true } as const

test('what is packed is unpacked, whatever the texts', async t => {
  const head = fc.record({ type: fc.constant('ask'), address: text }, plain)
  const frames = fc.array(fc.record({ head, payload: text }, plain))
  fc.assert(fc.property(frames, sent => t.strictSame(unpack(pack(sent)), sent)))
})

test('the frames of a tick leave as one string, in their order', async t => {
  const sent: string[] = []
  const outbox = new Outbox<{ n: number }>(packed => sent.push(packed), systemClock)
  for (let n = 0; n < 10; n++) outbox.push({ n }, `payload ${n}`)
  t.strictSame(sent, [])
  await turns(2)
  outbox.push({ n: 10 })
  outbox.flush()
  await turns(2)
  t.equal(sent.length, 2)
  t.strictSame(
    sent.flatMap(packed => unpack<{ n: number }>(packed)).map(({ head }) => head.n),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
})
