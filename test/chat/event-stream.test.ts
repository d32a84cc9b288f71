import { test } from 'tap'
import { readEvents } from '../../chat/client/event-stream.ts'
import { readEvents as readServiceEvents } from '../../http/client/event-reader.ts'

const whole = Buffer.from('id: 1\nevent: said\ndata: "ä漢😀"\n\n'.repeat(3))

function inPieces(size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < whole.length; at += size)
        controller.enqueue(Uint8Array.from(whole.subarray(at, at + size)))
      controller.close()
    },
  })
}

test('both readers of events read the same, wherever the bytes of a character are cut', async t => {
  for (const size of [1, 2, 3, 5, 7, 1_000]) {
    const chat = await Array.fromAsync(readEvents(inPieces(size)), ({ text }) => text)
    t.strictSame(chat, Array(3).fill('"ä漢😀"'), `in pieces of ${size}`)
    const service = readServiceEvents(new Response(inPieces(size)), 60_000)
    t.strictSame(await Array.fromAsync(service, ({ data }) => data), Array(3).fill('ä漢😀'))
  }
})
