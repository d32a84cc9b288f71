// Probes that take the product's database away and kill the product: the last ones of their file.
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { path, untilStatus } from '../support/runs.ts'
import { Ledger } from '../support/servers/ledger-server.ts'
import { createWorkflow, execute, registerServer } from '../support/workflows.ts'
import { newOwner } from './people.ts'
import { logged, type Probed } from './probed.ts'

export function lastProbes({ engine, product, owner }: Probed): void {
  test(`${engine}: while the database does not answer, requests are refused without a word about it (P107)`, async t => {
    probes(t, 107)
    const processes = processesOf(product.postgresPid!)
    const signal = (name: NodeJS.Signals) => processes.forEach(pid => void process.kill(pid, name))
    signal('SIGSTOP')
    try {
      for (const path of ['/api/v1/workflows', '/api/v1/executions']) {
        const { status, body } = await owner.client.get(path)
        t.ok([500, 503].includes(status), `P107 ${path}: ${status}`)
        t.strictSame(Object.keys(body), ['error'])
        t.notMatch(body.error, /select|postgres|socket|\.ts|ECONN|127\.0\.0\.1|\//i, 'P107 not a word')
      }
      t.equal((await product.client().get('/readyz')).status, 503, 'P107 not ready')
      t.equal((await product.client().get('/healthz')).status, 200, 'P107 alive')
    } finally {
      signal('SIGCONT')
    }
    for (;;) {
      if ((await owner.client.get('/api/v1/workflows')).status === 200) break
    }
  })

  test(`${engine}: what was cancelled stays so over a kill -9, and calls nothing (P84)`, async t => {
    probes(t, 84)
    const { client } = await newOwner(product)
    const ledger = await Ledger.start()
    await registerServer(client, 'Ledger', ledger.url)
    const enter = {
      id: 'enter',
      title: 'Enter',
      kind: 'tool',
      server: 'ledger',
      tool: 'enter',
      args: { line: { $: 'inputs.line' } },
    }
    const workflow = await createWorkflow(client, {
      steps: [{ id: 'wait', title: 'Wait', kind: 'wait', for: 1_000 }, enter],
    })
    const cancelled = (await execute(client, workflow, { line: 'cancelled' })).body.id
    await untilStatus(client, cancelled, 'waiting')
    t.equal((await client.post(`${path(cancelled)}/cancel`)).status, 200)
    await product.kill()
    await product.start()
    t.equal((await client.get(path(cancelled))).body.status, 'cancelled')
    // One that began later and waits as long has called: the other would have by now.
    const later = (await execute(client, workflow, { line: 'later' })).body.id
    await untilStatus(client, later, 'completed')
    t.strictSame(
      ledger.calls.map(({ args }) => args.line),
      ['later'],
      'P84 no later call',
    )
    t.equal((await client.get(path(cancelled))).body.status, 'cancelled', 'P84')
  })

  test(`${engine}: a line of the log is one, whatever is in it (P108)`, async t => {
    probes(t, 108)
    const forged = '\n{"level":"info","forged":true}\n'
    await owner.client.post('/api/v1/workflows', { name: forged, prompt: forged })
    await owner.client.get(`/api/v1/workflows/${encodeURIComponent(forged)}`, {
      'x-request-id': 'a{"forged":true}',
    })
    await logged(product, await owner.client.get('/api/v1/workflows'))
    const lines = product.stdout.split('\n').filter(line => line.startsWith('{'))
    t.ok(lines.length > 0, 'the log is read')
    for (const line of lines) t.not(JSON.parse(line).forged, true, 'P108 not forged')
    t.notOk(
      lines.some(line => line.startsWith('{"level":"info","forged"')),
      'P108 one line',
    )
  })
}

/** A postmaster and those that it has forked. */
function processesOf(postmaster: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => parentOf(name) === postmaster)
    .map(Number)
  return [postmaster, ...children]
}

function parentOf(pid: string): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}
