// A stop in order under load: not ready first, everything answered, streams told to come back, nothing lost,
// and the next start goes on.
import { test } from 'tap'
import type { Client, StreamedEvent } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { path, until, untilStatus } from '../support/runs.ts'
import { Ledger } from '../support/servers/ledger-server.ts'
import { createWorkflow, registerServer } from '../support/workflows.ts'

const limit = { timeout: 240_000 }

const enter = (id: string) => ({
  id,
  title: id,
  kind: 'tool',
  server: 'ledger',
  tool: 'enter',
  args: { line: { $: 'inputs.line' } },
})

/** Starts one execution after another until the service takes no more. @returns what was accepted */
async function load(client: Client, start: string): Promise<string[]> {
  const accepted: string[] = []
  for (;;) {
    const answer = await client.post(start, { inputs: { line: 'load' } }).catch(() => null)
    if (answer?.status !== 201) return accepted
    accepted.push(answer.body.id)
  }
}

test('a stop under load answers what it has taken, sends readers away, and loses nothing', limit, async t => {
  const product = await Product.start({ environment: { DRAIN_SECONDS: '5' }, t })
  const ledger = await Ledger.start()
  const { client } = await product.signUp()
  await registerServer(client, 'Ledger', ledger.url)
  const workflow = await createWorkflow(client, { steps: [enter('first'), enter('second')] })
  const start = `/api/v1/workflows/${workflow}/execute`
  const held = ledger.holdFrom(1)
  const followed = (await client.post(start, { inputs: { line: 'followed' } })).body.id
  await held
  const events: StreamedEvent[] = []
  const reading = (async () => {
    for await (const event of client.stream(`${path(followed)}/logs`)) events.push(event)
  })()
  await until(
    async () => events.length,
    count => count > 0,
  )
  const patient = client.post(start, { inputs: { line: 'patient' } }, { prefer: 'wait=60' })
  const loads = load(client, start)

  const ending = product.stop()
  const readiness = await until(
    () => product.client().get('/readyz'),
    answer => answer.status !== 200,
  )
  t.equal(readiness.status, 503)
  t.match(readiness.body.error, /service: stopping/)
  t.equal((await client.get(path(followed))).status, 200, 'what still comes is still served')

  const { status, body: waited } = await patient
  t.equal(status, 201, 'who waits for an end is answered before it comes')
  t.equal(waited.status, 'running')
  await reading
  t.equal(events.at(-1)!.event, 'draining')
  t.equal(events.at(-1)!.id, null)
  const accepted = [followed, waited.id, ...(await loads)]
  t.match(await ending, { code: 0, signal: null }, 'in order, and in time')
  t.ok(accepted.length > 2)

  ledger.release()
  await product.start()
  for (const id of accepted) t.equal((await untilStatus(client, id, 'completed')).status, 'completed')
  t.ok(accepted.every(id => ledger.entries.has(`${id}/first`) && ledger.entries.has(`${id}/second`)))
  const seen = events.flatMap(({ id }) => id ?? [])
  const rest = await client.readLog(followed, seen.at(-1))
  const ids = [...seen, ...rest.map(({ id }) => id!)]
  t.strictSame(
    ids,
    ids.map((_, i) => i + 1),
    'the log goes on where it broke off',
  )
  t.equal(rest.at(-1)!.event, 'end')

  const last = product.stop()
  await until(
    async () => product.stdout,
    said => said.includes('SIGTERM: stopping'),
  )
  process.kill(product.pid, 'SIGTERM')
  t.match(await last, { code: 1 }, 'a second signal ends the process at once')
})
