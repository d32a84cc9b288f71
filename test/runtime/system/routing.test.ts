import fc from 'fast-check'
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { slotOf } from '../../../runtime/system/routing.ts'

const addresses = Array.from({ length: 4_000 }, () => newId('execution'))
const slotCounts = fc.integer({ min: 1, max: 16 })

test('an address has one slot among those that there are', async t => {
  const property = fc.property(fc.string(), slotCounts, (address, slots) => {
    const slot = slotOf(address, slots)
    t.ok(Number.isInteger(slot) && slot >= 0 && slot < slots && slot === slotOf(address, slots))
  })
  fc.assert(property)
})

test('the slot of an address is the same in every process and version', async t => {
  t.strictSame(
    [2, 3, 8].map(slots => slotOf('exec_01h455vb4pex5vsknk084sn02q', slots)),
    [1, 1, 7],
  )
})

test('every slot has its share', async t => {
  for (const slots of [1, 2, 3, 4, 8, 16]) {
    const shares = new Array(slots).fill(0)
    for (const address of addresses) shares[slotOf(address, slots)]++
    const fair = addresses.length / slots
    t.ok(
      shares.every(share => share > fair * 0.7 && share < fair * 1.3),
      `${slots} slots: ${shares}`,
    )
  }
})

test('a slot more takes its own share and moves nothing else', async t => {
  for (const slots of [1, 2, 3, 7]) {
    const moved = addresses.filter(address => slotOf(address, slots) !== slotOf(address, slots + 1))
    t.ok(moved.every(address => slotOf(address, slots + 1) === slots))
    t.ok(moved.length < (addresses.length / (slots + 1)) * 1.3)
  }
})
