// What do clients notice when a node joins, and when another one leaves? Two nodes behind HAProxy serve a
// steady load; a third one starts, and later one of the first two gets SIGTERM. Half of the starts wait for
// their execution, the others count as lost when it never ends.
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/support/servers/free-port.ts'
import type { Account } from '../account.ts'
import { type Edge, startEdge } from '../cluster/edge.ts'
import { clusterSettings, clusterView, isSettled, settled, startNode } from '../cluster/nodes.ts'
import { startPostgres, withClient } from '../cluster/postgres.ts'
import { createLocalSteps, executeRequest } from '../executions.ts'
import type { LoadResult } from '../load.ts'
import { measure } from '../measure.ts'
import type { Product } from '../product.ts'
import type { Figures, Sample, Scenario, Span } from '../scenario.ts'

/** Starts a second of each kind: less than half of what the machine can do, so that pauses are the move's. */
const rate = 150
const connections = 64
const warmUpSeconds = 5
/** At least: a move is over long before. */
const seconds = 12
const pollMs = 5
const endedLimitMs = 30_000

export const moves: Scenario = {
  name: 'moves',
  goals: [],
  question: `${2 * rate} starts a second behind HAProxy: what is noticed of a node that joins, and of one that leaves?`,
  async round(span) {
    const postgres = await startPostgres()
    const url = await postgres.database('moves')
    const cluster = await clusterSettings(url, { DRAIN_SECONDS: '2', TRUST_PROXY: '1' })
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    const [a, b] = [await startNode(cluster, ports[0]), await startNode(cluster, ports[1])]
    await settled([a, b])
    const edge = await startEdge(ports)
    const account = await a.signUp()
    const load = { edge, account, workflowId: await createLocalSteps(account), databaseUrl: url, span }
    const quiet = await during(load, async () => ({}))
    let c!: Product
    const joined = await during(load, async () => {
      const evenMs = evenAfter(a, 3)
      c = await startNode(cluster, ports[2])
      return { evenMs: await evenMs }
    })
    const left = await during(load, async () => {
      const evenMs = evenAfter(a, 2)
      const beganAt = performance.now()
      await b.stop()
      return { stoppedMs: performance.now() - beganAt, evenMs: await evenMs }
    })
    for (const node of [a, c]) await node.stop()
    await edge.stop()
    await postgres.stop()
    const goals = [
      { figure: 'failed', atMost: 0 },
      { figure: 'lost', atMost: 0 },
    ]
    return [
      { label: 'nothing moves', figures: quiet, goals },
      { label: 'a third node joins', figures: joined, goals },
      { label: 'one of three leaves', figures: left, goals },
    ] satisfies Sample[]
  },
}

interface MoveLoad {
  readonly edge: Edge
  readonly account: Account
  readonly workflowId: string
  readonly databaseUrl: string
  readonly span: Span
}

/** Both loads while something moves. Begins it two seconds after the load is measured. */
async function during(load: MoveLoad, move: () => Promise<Figures>): Promise<Figures> {
  const { edge, account, workflowId, databaseUrl, span } = load
  const before = await countOf(databaseUrl)
  let moved: Promise<Figures> = Promise.resolve({})
  const onMeasuring = () => {
    moved = pause(2_000).then(move)
    moved.catch(() => {}) // Awaited below, when the load has ended.
  }
  const common = { port: edge.port, connections, rate, mayFail: true, ...span }
  const time = { warmUpSeconds, seconds: Math.max(seconds, span.seconds) }
  const [waited, noted] = await Promise.all([
    measure(
      {
        ...{ ...common, ...time, request: executeRequest(account, workflowId, 'wait=30') },
        expect: '"status":"completed"',
      },
      { onMeasuring, onMeasured: () => {} },
    ),
    measure({ ...common, ...time, request: executeRequest(account, workflowId), expect: '"id":"exec_' }),
  ])
  const figures = await moved
  const after = await ended(databaseUrl)
  return { ...figures, ...noticed(waited, noted, after.completed - before.completed) }
}

function noticed(waited: LoadResult, noted: LoadResult, completed: number): Figures {
  const accepted = waited.accepted + noted.accepted
  for (const { firstError } of [waited, noted]) if (firstError) process.stderr.write(`${firstError}\n`)
  return {
    ...{ requests: accepted + waited.errors + noted.errors, failed: waited.errors + noted.errors },
    lost: Math.max(0, accepted - completed),
    ...{ p50Ms: waited.p50Ms, p99Ms: waited.p99Ms },
    longestMs: Math.max(waited.longestMs, noted.longestMs),
    longestPauseMs: Math.max(waited.longestPauseMs, noted.longestPauseMs),
  }
}

/** @returns ms from when the node first sees a shard move until all are where they belong */
async function evenAfter(node: Product, count: number): Promise<number> {
  let beganAt: number | null = null
  for (const until = performance.now() + endedLimitMs; performance.now() < until; await pause(pollMs)) {
    const view = await clusterView(node.port)
    if (beganAt === null) {
      const isMoving = view?.nodes.length !== (count === 3 ? 2 : 3) || view.nodes.some(isDraining)
      if (isMoving) beganAt = performance.now()
    } else if (isSettled(view, count)) return performance.now() - beganAt
  }
  throw new Error(`the shards are not even after ${endedLimitMs} ms`)
}

function isDraining({ status }: { readonly status: string }): boolean {
  return status === 'draining'
}

interface Count {
  readonly open: number
  readonly completed: number
}

async function countOf(databaseUrl: string): Promise<Count> {
  const { rows } = await withClient(databaseUrl, client => client.query<Count>(counts))
  return rows[0]!
}

/** When none is under way any more, or what is left when they do not end. */
async function ended(databaseUrl: string): Promise<Count> {
  for (const until = performance.now() + endedLimitMs; ; await pause(200)) {
    const count = await countOf(databaseUrl)
    if (count.open === 0 || performance.now() > until) return count
  }
}

const counts = `select count(*) filter (where finished_at is null)::int as open,
    count(*) filter (where status = 'completed')::int as completed from executions`
