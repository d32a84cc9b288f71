// Disaster and recovery as an operator lives through them: a backup while work is under way, the loss of the
// original, a copy that only looks on, and its activation, after which everything that was under way comes to
// its end.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { newKey } from '../../storage/secrets/master-key.ts'
import { type OperatorCommand, operatorCommand } from '../support/operator-command.ts'
import type { Client } from '../support/people/client.ts'
import { Product, password } from '../support/product.ts'
import { untilStatus } from '../support/runs.ts'
import { Ledger } from '../support/servers/ledger-server.ts'
import { createWorkflow, runToEnd } from '../support/workflows.ts'

const limit = { timeout: 240_000 }
const environment = { MASTER_KEY: newKey() }

const command = (product: Product, script: OperatorCommand, ...args: string[]) =>
  operatorCommand(script, args, { DATA_DIR: product.directory, ...environment })

const enter = (id: string) => ({
  id,
  kind: 'tool',
  server: 'ledger',
  tool: 'enter',
  args: { line: { $: 'inputs.line' } },
})

const plan = {
  steps: [
    enter('first'),
    { id: 'pause', kind: 'wait', for: 1 },
    enter('second'),
    { id: 'end', kind: 'return', value: 1 },
  ],
}

test(
  'a backup of a working server is restored, looks on, and goes on when it is activated',
  limit,
  async t => {
    const ledger = await Ledger.start()
    const original = await Product.start({ environment, t })
    const { client, email } = await original.signUp()
    await client.post('/api/v1/mcp-servers', { name: 'Ledger', url: ledger.url })
    const { body: workflow } = await client.post('/api/v1/workflows', {
      name: 'Entries',
      prompt: 'Enter',
      plan,
    })
    const start = async (from: Client, line: string) =>
      (await from.post(`/api/v1/workflows/${workflow.id}/execute`, { inputs: { line } })).body.id as string
    const counting = { steps: [{ id: 'n', kind: 'tool', tool: 'count_up', args: { key: 'n' } }] }
    const counter = await createWorkflow(client, counting)
    t.equal((await runToEnd(client, counter)).output, 1)
    const done = await start(client, 'done')
    await untilStatus(client, done, 'completed')
    const held = ledger.holdFrom(ledger.calls.length + 10)
    const running = await Promise.all(Array.from({ length: 20 }, (_, n) => start(client, `line ${n}`)))
    await held

    const file = join(original.directory, 'backup.gz')
    const made = await command(original, 'backup', file, '--verify')
    t.equal(made.code, 0, made.output)
    t.equal(statSync(file).mode & 0o777, 0o600)
    t.strictSame(
      readdirSync(original.directory).filter(name => name.startsWith('backup')),
      ['backup.gz'],
    )
    await original.kill()
    ledger.release()

    const copy = await Product.prepare({ environment, t, isNew: true })
    const restored = await command(copy, 'restore', file)
    t.equal(restored.code, 0, restored.output)
    const again = await command(copy, 'restore', file)
    t.equal(again.code, 1)
    t.match(again.output, /not empty/)

    const callsBefore = ledger.calls.length
    await copy.start()
    const login = await copy.client().post('/api/v1/auth/login', { email, password })
    t.equal(login.status, 200)
    const reader = copy.client(login.body.token)
    t.equal((await reader.get('/healthz')).status, 200)
    const readiness = await reader.get('/readyz')
    t.equal(readiness.status, 503)
    t.match(readiness.body.error, /restored copy/)
    const statuses = async () => {
      const answers = await Promise.all(running.map(id => reader.get(`/api/v1/executions/${id}`)))
      return answers.map(({ status, body }) => `${status} ${body.status}`)
    }
    const seen = await statuses()
    t.ok(seen.includes('200 running'), 'some were under way')
    t.ok(seen.every(status => /^200 (running|waiting|completed)$/.test(status)))
    t.equal((await reader.get(`/api/v1/executions/${done}`)).body.status, 'completed')
    for (const [path, body] of [
      [`/api/v1/workflows/${workflow.id}/execute`, { inputs: { line: 'x' } }],
      [`/api/v1/executions/${running[0]}/cancel`, undefined],
      ['/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ] as const) {
      const refused = await reader.post(path, body)
      t.equal(refused.status, 503, path)
      t.match(refused.body.error, /restored copy/)
    }
    t.strictSame(await statuses(), seen, 'all are where they were')
    t.equal(ledger.calls.length, callsBefore, 'nobody was called')

    const activated = await command(copy, 'restore', '--activate')
    t.equal(activated.code, 0, activated.output)
    for (const id of running) t.equal((await untilStatus(reader, id, 'completed')).status, 'completed')
    await untilStatus(reader, await start(reader, 'new'), 'completed')
    t.equal((await runToEnd(reader, counter)).output, 2, 'what a workflow keeps is there')
    t.equal((await reader.get('/readyz')).status, 200)
    const keys = [done, ...running].flatMap(id => [`${id}/first`, `${id}/second`])
    t.ok(
      keys.every(key => ledger.entries.has(key)),
      'every step was carried out, under the key that it had before',
    )
    t.match((await command(copy, 'restore', '--activate')).output, /nothing to activate/)
  },
)
