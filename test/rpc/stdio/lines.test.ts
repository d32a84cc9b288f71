import { test } from 'tap'
import { Lines } from '../../../rpc/stdio/lines.ts'

const text = 'ä漢😀\n\nécrit\nwithout an end'
const whole = Buffer.from(text)

test('lines come out as they were written, wherever their bytes are cut and whatever becomes of the buffer', t => {
  for (let size = 1; size <= whole.length; size++) {
    const seen: string[] = []
    const lines = new Lines(1_000, line => seen.push(line.toString('utf8')))
    const reused = Buffer.alloc(size)
    for (let at = 0; at < whole.length; at += size) {
      const length = whole.copy(reused, 0, at, at + size)
      t.ok(lines.read(reused.subarray(0, length)))
      reused.fill(0)
    }
    t.strictSame(seen, text.split('\n').slice(0, -1), `in pieces of ${size}`)
  }
  t.end()
})
