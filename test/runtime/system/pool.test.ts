// Worker threads: how a host on one is killed, and how its end is reported.
import { test } from 'tap'
import type { LinkEvents } from '../../../runtime/system/link.ts'
import { startPool } from '../../../runtime/system/pool.ts'

const filename = new URL('../../support/actors/hanging-host.ts', import.meta.url).href

test('a host that hangs before it has reported its thread is killed, and no other is', async t => {
  const pool = startPool({ filename, threads: 2, config: null, heapMegabytes: 64 })
  t.teardown(() => pool.close())
  const well = listener()
  const other = pool.open(1, well.events)
  other.send('before')
  t.equal(await well.heard(), 'before')
  const hanging = listener()
  const link = pool.open(0, hanging.events)
  while (link.suspect() !== 'hangs') await new Promise(resolve => setTimeout(resolve, 5))

  link.kill()
  t.type(await hanging.ended, Error)
  other.send('after')
  t.equal(await well.heard(), 'after')

  other.kill()
  t.type(await well.ended, Error)
})

test('a host whose modules never load is killed, and the next one stands', async t => {
  process.env.HANGING_IMPORT = 'yes'
  const pool = startPool({ filename, threads: 1, config: null, heapMegabytes: 64 })
  t.teardown(() => pool.close())
  const stuck = listener()
  const link = pool.open(1, stuck.events)
  delete process.env.HANGING_IMPORT
  link.kill()
  t.match(await stuck.ended, Error)

  const next = listener()
  const other = pool.open(1, next.events)
  other.send('again')
  t.equal(await next.heard(), 'again')
})

function listener() {
  const { promise: ended, resolve: end } = Promise.withResolvers<Error | null>()
  let next = Promise.withResolvers<string>()
  const events: LinkEvents = { receive: packed => next.resolve(packed), ended: end }
  const heard = async () => {
    const packed = await next.promise
    next = Promise.withResolvers()
    return packed
  }
  return { events, ended, heard }
}
