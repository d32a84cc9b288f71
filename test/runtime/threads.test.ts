// Worker threads, PostgreSQL and a tool server, all real: what a thread's death costs.
import tap, { test } from 'tap'
import { executionClient } from '../../actors/execution/client.ts'
import type { HostConfig } from '../../actors/host.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { noControls } from '../../domain/tools/tool-settings.ts'
import type { Execution, StartExecution } from '../../domain/work/execution.ts'
import { silentLog } from '../../runtime/log.ts'
import type { Link } from '../../runtime/system/link.ts'
import { startPool } from '../../runtime/system/pool.ts'
import { slotOf } from '../../runtime/system/routing.ts'
import { System } from '../../runtime/system/system.ts'
import { WatchedOrganizations } from '../../storage/events/watched-organizations.ts'
import { addressesToWake } from '../../storage/journal/wakeups.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { openKeyRing } from '../../storage/secrets/master-key.ts'
import { createVault } from '../../storage/secrets/vault.ts'
import { openStores } from '../../storage/stores.ts'
import { savePublication } from '../../storage/tool-servers/tool-server-publications.ts'
import { HeldTools, holdTool } from '../support/actors/held-tools.ts'
import { turns } from '../support/actors/host.ts'
import { signUpSomeone } from '../support/database.ts'
import { block, call, compute } from '../support/execution.ts'
import { freshDatabase } from '../support/postgres.ts'
import { testKeys } from '../support/vault.ts'

const threads = 2
const url = await freshDatabase()
const database = await openDatabase({ url })
const keys = testKeys()
const stores = openStores(database, createVault(openKeyRing(keys)), () => {})
const { organizationId, userId } = await signUpSomeone(database)
const tools = await HeldTools.start()
const server = await stores.toolServers.create(organizationId, {
  name: 'Shop',
  url: tools.url,
  enabled: true,
})
await savePublication(database, {
  ...{ id: server.id, organizationId, revision: 1, version: 1, lastCheckedAt: 1 },
  ...{
    status: 'healthy',
    error: null,
    protocol: 'plain',
    tools: [holdTool],
    controls: noControls,
    details: [],
  },
})

const config: HostConfig = {
  databaseUrl: url,
  networkPolicy: 'open',
  fusePureSteps: true,
  executionLimits: { free: 500, pro: null, scale: null },
  cuLimits: { free: null, pro: null, scale: null },
  toolRefreshMs: 300_000,
  webhookRetryMs: 5_000,
  chain: { key: 'chains', appUrl: 'http://localhost:8080' },
  chainLimit: 1_000,
  model: null,
  keys,
  sealing: new SharedArrayBuffer(4),
  isDebugging: false,
  otlpEndpoint: null,
  version: '0',
  isFenced: false,
  watched: new WatchedOrganizations().shared,
  standing: null,
}
const filename = new URL('../../actors/host.ts', import.meta.url).href
const pool = startPool({ filename, threads, config, heapMegabytes: 256 })
const links: Link[] = []
const system = new System({
  slots: threads,
  log: silentLog,
  open: (slot, events) => (links[slot] = pool.open(slot, events)),
  toWake: addressesToWake(database),
})
await system.start()
const executions = executionClient(system)
tap.teardown(async () => {
  await system.stop()
  await pool.close()
  await tools.close()
  await database.close()
})

test('executions whose thread dies go on in the next one, with the same idempotency keys', async t => {
  const start = await startOf([
    { ...call('first', { n: { $: 'inputs.n' } }), server: server.slug, tool: 'hold' } as Step,
    { ...call('second', { n: { $: 'steps.first.n + 1' } }), server: server.slug, tool: 'hold' } as Step,
  ])
  const count = 20
  const ends = Array.from({ length: count }, async (_, n) =>
    parse(await executions.start({ ...start, inputs: { n } }, 60_000)),
  )
  await tools.arrived(count)
  const ids = tools.calls.map(({ key }) => key.split('/')[0]!)
  const lost = ids.filter(id => slotOf(id, threads) === 0)
  t.ok(lost.length > 0 && lost.length < count, `${lost.length} of ${count} are on the thread that dies`)

  links[0]!.kill()
  await tools.arrived(count + lost.length)
  t.strictSame(
    tools.calls
      .slice(count)
      .map(({ key }) => key)
      .sort(),
    lost.map(id => `${id}/first`).sort(),
  )
  for (const held of tools.calls.splice(0)) held.answer()

  await tools.arrived(count)
  t.strictSame(tools.calls.map(({ key }) => key).sort(), ids.map(id => `${id}/second`).sort())
  for (const held of tools.calls) held.answer()
  const ended = await Promise.all(ends)
  t.strictSame(new Set(ended.map(({ status }) => status)), new Set(['completed']))
  t.strictSame(
    ended.map(({ output }) => (output as { n: number }).n),
    Array.from({ length: count }, (_, n) => n + 1),
  )
  t.strictSame(new Set(ended.map(({ cu }) => cu)), new Set([3]))
  t.equal(system.load.restarts, 1)
})

test('starts that are under way when their thread dies are neither lost nor doubled', async t => {
  const start = await startOf([compute('text', 'text_template', { template: 'n', values: {} })])
  const before = await usedExecutions()
  const restarts = system.load.restarts
  const count = 400
  const ends: Promise<Execution>[] = []
  for (let wave = 0; wave < 20; wave++) {
    for (let n = 0; n < count / 20; n++) ends.push(executions.start(start, 60_000).then(parse))
    if (wave === 10) for (const link of links) link.kill()
    await turns(1)
  }
  const ended = await Promise.all(ends)
  t.strictSame(new Set(ended.map(({ status }) => status)), new Set(['completed']))
  t.equal(new Set(ended.map(({ id }) => id)).size, count)
  t.equal((await usedExecutions()) - before, count)
  t.equal(system.load.restarts, restarts + threads)
})

test('R7: a host that finds its place in the journal taken ends with its thread; the next goes on with what is there', async t => {
  const hold = { ...call('hold', { n: 1 }), server: server.slug, tool: 'hold' } as Step
  const start = await startOf([hold, block('answer', { kind: 'return', value: { $: 'steps.hold' } })])
  const [before, count] = [tools.calls.length, 8]
  const ends = Array.from({ length: count }, () => executions.start(start, 60_000).then(parse))
  await tools.arrived(before + count)
  const [victim, ...others] = tools.calls.slice(before)
  const [address] = victim!.key.split('/') as [string]
  await journalByAnother(address, 4, [{ type: 'step-completed', step: 'hold', output: 'of another owner' }])

  const restarts = system.load.restarts
  victim!.answer()
  const slot = slotOf(address, threads)
  const lost = others.filter(({ key }) => slotOf(key.split('/')[0]!, threads) === slot)
  await tools.arrived(before + count + lost.length)
  t.ok(
    lost.every(({ isGivenUp }) => isGivenUp()),
    'nothing of the old host lives on',
  )
  for (const { answer } of tools.calls.slice(before + 1)) answer()
  const outputs = (await Promise.all(ends)).map(({ output }) => output)
  t.equal(outputs.filter(output => output === 'of another owner').length, 1)
  t.equal(system.load.restarts, restarts + 1)
})

async function startOf(steps: readonly Step[]): Promise<StartExecution> {
  const compilation = {
    plan: { steps },
    diagnostics: [],
    inputsSchema: { type: 'object' },
    schedule: null,
    explanation: null,
    cu: { least: 1, most: 1 },
    status: 'ready',
  } as const
  const content = { name: 'Report', prompt: 'report', createdBy: userId, compilation }
  const workflow = await stores.workflows.create(organizationId, content)
  const { versionId } = await stores.workflows.active(organizationId, workflow.id)
  return {
    organizationId,
    workflowId: workflow.id,
    workflowName: workflow.name,
    workflowVersion: 1,
    versionId,
    inputs: {},
    trigger: { kind: 'api', ref: null },
    limit: 10_000,
    startedBy: null,
    parent: null,
    forkedFrom: null,
  }
}

async function journalByAnother(address: string, seq: number, events: readonly object[]): Promise<void> {
  const text = `insert into journal (address, seq, at, body) values ($1, $2, 0, $3)`
  await database.query({ name: 'test.journal', text }, [address, seq, JSON.stringify(events)])
}

async function usedExecutions(): Promise<number> {
  const statement = {
    name: 'test.used',
    text: 'select coalesce(sum(executions), 0)::int as n from usage where organization_id = $1',
  }
  const [row] = await database.query<{ n: number }>(statement, [organizationId])
  return row!.n
}

function parse(reply: string): Execution {
  return JSON.parse(reply) as Execution
}
