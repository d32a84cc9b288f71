// kill -9 in the middle of 200 executions, and what must hold afterwards (test/support/entries-run.ts).
import { test } from 'tap'
import { EntriesRun, type JournalRow } from '../support/entries-run.ts'
import { Product } from '../support/product.ts'

const count = 200

/** What was accepted has to complete within 30 s of the last start; the rest is for the starts themselves. */
const limit = { timeout: 180_000 }

const product = await Product.start()

test('executions outlive a server that is killed again and again', limit, async t => {
  const run = await begin()
  const journals: JournalRow[][] = []
  let held = run.ledger.holdFrom(run.calls * 0.3)
  for (const next of [0.7, Number.POSITIVE_INFINITY]) {
    await held
    await product.kill()
    journals.push(await run.journal())
    run.ledger.release()
    // Before the start: all that is left may be done by the time that it is over.
    held = run.ledger.holdFrom(run.calls * next)
    await product.start()
  }
  await run.ended()
  await run.happenedOnce(t)
  t.ok(run.ledger.calls.length > run.ledger.entries.size, 'calls that were cut off came again')
  await run.journalOnlyGrew(t, journals)
})

test('executions outlive a server that is killed together with its database', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(run.calls * 0.5)
  process.kill(product.postgresPid!, 'SIGKILL')
  await product.kill()
  run.ledger.release()
  await product.start()
  await run.ended()
  await run.happenedOnce(t)
})

test('executions outlive a database that is killed under a server that lives', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(run.calls * 0.5)
  process.kill(product.postgresPid!, 'SIGKILL')
  run.ledger.release()
  await run.ended()
  await run.happenedOnce(t)
})

/** Starts all executions at once, in an organization of their own. */
async function begin(): Promise<EntriesRun> {
  const { client, organizationId } = await product.signUp()
  return EntriesRun.begin({ count, organizationId, clients: [client], databaseUrl: product.databaseUrl })
}
