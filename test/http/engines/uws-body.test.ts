import type { HttpResponse } from 'uWebSockets.js'
import { test } from 'tap'
import { UwsBody } from '../../../http/engines/uws-body.ts'
import { bodyLimitBytes } from '../../../http/pipeline/guard.ts'

/** A response by hand: uWebSockets.js takes the memory of a chunk back after each call. */
function byHand() {
  let take!: (chunk: ArrayBuffer, isLast: boolean) => void
  const res = { onData: (taker: typeof take) => (take = taker), close() {} }
  const body = new UwsBody(res as unknown as HttpResponse, 60_000)
  const send = (bytes: Buffer, isLast: boolean) => {
    const memory = Uint8Array.from(bytes)
    take(memory.buffer, isLast)
    memory.fill(0)
  }
  return { body, send }
}

const text = '{"name":"ä漢😀"}'
const whole = Buffer.from(text)

test('a body is what was sent, wherever it was cut, though the memory of its chunks is used again', async t => {
  for (let size = 1; size <= whole.length; size++)
    for (const isEarly of [true, false]) {
      const { body, send } = byHand()
      let seen = ''
      const read = () => body.read(bytes => (seen = Buffer.from(bytes!).toString()))
      if (isEarly) read()
      for (let at = 0; at < whole.length; at += size)
        send(whole.subarray(at, at + size), at + size >= whole.length)
      if (!isEarly) read()
      t.equal(seen, text, `in pieces of ${size}`)
    }
})

test('a body that grows over the limit is told once, and is not kept', async t => {
  for (const isEarly of [true, false]) {
    const { body, send } = byHand()
    const told: unknown[] = []
    if (isEarly) body.read(bytes => told.push(bytes))
    for (let n = 0; n < 3; n++) send(Buffer.alloc(bodyLimitBytes / 2 + 1), n === 2)
    if (!isEarly) body.read(bytes => told.push(bytes))
    t.strictSame(told, [null])
  }
})
