import fc from 'fast-check'
import { test } from 'tap'
import { Pieces } from '../../../rpc/outbound/pieces.ts'
import { keptBy, ownBuffer } from './kept-bytes.ts'

test('pieces come out as they went in, whatever their sizes, once', t => {
  const sizes = fc.array(fc.oneof(fc.nat(5), fc.nat(3_000)))
  fc.assert(
    fc.property(sizes, all => {
      const pieces = new Pieces()
      const added = all.map((size, i) => Buffer.alloc(size, i))
      for (const piece of added) pieces.add(piece)
      const whole = Buffer.concat(added)
      const { sizeBytes } = pieces
      return sizeBytes === whole.length && pieces.take().equals(whole) && pieces.take().length === 0
    }),
  )
  t.end()
})

test('a buffer that is used again after a piece of it was added changes nothing', t => {
  for (const bytes of [1, 1_024, 1_025, 40_000, 65_536]) {
    const read = Buffer.alloc(65_536, 'a')
    const pieces = new Pieces()
    pieces.add(read.subarray(0, bytes))
    read.fill('b')
    pieces.add(read.subarray(0, bytes))
    read.fill('c')
    t.equal(pieces.take().toString(), 'a'.repeat(bytes) + 'b'.repeat(bytes), String(bytes))
  }
  t.end()
})

test('a body that comes a byte at a time takes hardly more memory than it has', t => {
  const pieces = new Pieces()
  const keptBytes = keptBy(() => {
    for (let n = 0; n < 50_000; n++) pieces.add(ownBuffer('x'))
  })
  t.equal(pieces.sizeBytes, 50_000)
  t.ok(keptBytes < 4 * 1024 * 1024, `${keptBytes} bytes for 50000`)
  t.end()
})
