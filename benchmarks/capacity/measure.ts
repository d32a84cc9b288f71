// Measures the parameters of the capacity model on this machine: a node under loads of several widths on a
// PostgreSQL without autovacuum, and single parts of a cluster by themselves.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, QueryConfig } from 'pg'
import { memberLock, statements } from '../../storage/placement/statements.ts'
import { migrate } from '../../storage/postgres/migrate.ts'
import type { Account } from '../account.ts'
import { measureNodes } from '../cluster/executions.ts'
import { clusterSettings, settled, startNode } from '../cluster/nodes.ts'
import { type Postgres, startPostgres, withClient } from '../cluster/postgres.ts'
import { createLocalSteps } from '../executions.ts'
import { descendants, treeTime } from '../processor-time.ts'
import type { Product, Settings } from '../product.ts'
import { median } from '../report.ts'
import { fit } from './fit.ts'
import { linkBeatUs } from './link-beats.ts'
import { type Measured, measured } from './parameters.ts'

const widths = [2, 16, 64, 256]
const loadSeconds = 5
const warmUpSeconds = 4
const beatRounds = 500

export async function measureParameters(): Promise<Measured> {
  const postgres = await startPostgres(['autovacuum=off', 'max_connections=200'])
  const executions = await ofExecutions(postgres)
  const beats = await ofBeats(postgres)
  const flushMs = await ofFlushes(postgres)
  await postgres.stop()
  // How many connections its pools may open is no figure of a load.
  const { nodeConnections, hostConnections } = measured
  const others = { flushMs, linkBeatUs: await linkBeatUs(), nodeConnections, hostConnections }
  return { ...executions, ...beats, ...others }
}

/** All that a load shows, on one node, then what a forwarded request costs, on two. */
async function ofExecutions(postgres: Postgres) {
  const url = await postgres.database('load')
  const settings = await clusterSettings(url, { FUSE_PURE_STEPS: 'off' })
  const node = await startNode(settings)
  await settled([node])
  const account = await node.signUp()
  const workflowId = await createLocalSteps(account)
  const loads: LoadPoint[] = []
  for (const width of widths) loads.push(await loadPoint({ node, account, workflowId, url, postgres }, width))
  const widest = loads.at(-1)!
  const ended = loads.reduce((sum, { executions }) => sum + executions, 0)
  const { connections, connectionMb } = connectionsBelow(postgres.pid)
  process.stderr.write(`${connections} connections are open\n`)
  const vacuumUs = (await ofVacuum(url, postgres.pid)) / ended
  const forwardUs = await ofForwarding(settings, { node, account, workflowId, url, postgres })
  // Per execution: what its commits cost, and what its turns do.
  const database = fit(loads.map(it => [it.commits, it.turns, it.databaseUs]))
  const wal = fit(loads.map(it => [it.commits, it.turns, it.walBytes]))
  return {
    ...{ mainUs: widest.mainUs, threadsUs: widest.threadsUs },
    turnsPerExecution: widest.turns,
    ...{ commitUs: database.first, turnUs: database.second, vacuumUs, forwardUs },
    ...{ walPerTurnBytes: wal.second, walPerCommitBytes: wal.first },
    connectionMb,
  }
}

/** For each execution, but for their number. */
interface LoadPoint {
  readonly executions: number
  readonly mainUs: number
  readonly threadsUs: number
  readonly databaseUs: number
  readonly commits: number
  readonly turns: number
  readonly walBytes: number
}

interface Loaded {
  readonly node: Product
  readonly account: Account
  readonly workflowId: string
  readonly url: string
  readonly postgres: Postgres
}

async function loadPoint({ node, url, postgres, ...load }: Loaded, connections: number): Promise<LoadPoint> {
  const span = { warmUpSeconds, seconds: loadSeconds, scale: 1 }
  const before = await countersOf(node, url)
  const figures = await measureNodes({
    ...{ ...load, ...span, connections },
    ...{ nodes: [node], postgresPid: postgres.pid },
  })
  await pause(1_500) // The counts of the hosts are a second old at most.
  const after = await countersOf(node, url)
  const executions = after.executions - before.executions
  const each = (figure: keyof Counters) => (after[figure] - before[figure]) / executions
  const point = {
    ...{ executions, mainUs: figures['mainUs']!, threadsUs: figures['threadsUs']! },
    ...{ databaseUs: figures['databaseUs']!, commits: each('commits'), turns: each('turns') },
    walBytes: each('walBytes'),
  }
  process.stderr.write(
    `${connections} connections: ${JSON.stringify({ ...point, a: figures['perSecond'] })}\n`,
  )
  return point
}

interface Counters {
  readonly executions: number
  readonly commits: number
  readonly turns: number
  readonly walBytes: number
}

async function countersOf({ port }: Product, url: string): Promise<Counters> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const read = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)`, 'm'))?.[1] ?? 0)
  const rows = await withClient(url, async client => {
    const found = await client.query<{ executions: number; wal: number }>(
      `select (select count(*)::int from executions) as executions,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
    )
    return found.rows
  })
  const { executions, wal } = rows[0]!
  return {
    ...{ executions, walBytes: wal, commits: read('actor_commit_size_count') },
    turns: read('actor_commit_size_sum'),
  }
}

/** Processor time of one pass over everything that the loads have left, microseconds. */
async function ofVacuum(url: string, postgresPid: number): Promise<number> {
  return withClient(url, async client => {
    const before = treeTime(postgresPid)
    await client.query('vacuum (analyze)')
    return treeTime(postgresPid) - before
  })
}

/** Sessions of the node, and the memory that one has of its own, without buffers that all share. */
function connectionsBelow(postgresPid: number): { connections: number; connectionMb: number } {
  const sessions = descendants(postgresPid).flatMap(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(' load ') ? [ownMb(pid)] : []
    } catch {
      return [] // It has ended meanwhile.
    }
  })
  return {
    connections: sessions.length,
    connectionMb: sessions.reduce((sum, each) => sum + each, 0) / sessions.length,
  }
}

function ownMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = (name: string) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0)
  return ((kib('Private_Clean') + kib('Private_Dirty')) * 1_024) / 1e6
}

/** Starts with an Idempotency-Key, on one node and then on two: what two cost more is what is forwarded. */
async function ofForwarding(
  settings: Settings,
  { node, url: _, postgres, ...load }: Loaded,
): Promise<number> {
  const nodes = [node]
  const costOf = async (warmUpSeconds: number) => {
    const width = { connections: 128 * nodes.length, isKeyed: true, warmUpSeconds, seconds: 3, scale: 1 }
    const figures = await measureNodes({ ...load, ...width, nodes, postgresPid: postgres.pid })
    return { us: figures['mainUs']! + figures['threadsUs']!, forwarded: figures['forwarded']! }
  }
  const middle = async () => {
    const all = [await costOf(4), await costOf(1), await costOf(1)]
    return { us: median(all.map(({ us }) => us)), forwarded: median(all.map(({ forwarded }) => forwarded)) }
  }
  const one = await middle()
  nodes.push(await startNode(settings))
  await settled(nodes)
  await costOf(4)
  const two = await middle()
  process.stderr.write(`keyed starts: ${JSON.stringify({ one, two })}\n`)
  for (const each of nodes) await each.stop()
  return Math.max(0, (two.us - one.us) / (two.forwarded - one.forwarded))
}

/** A beat of one member among few, and among many. */
async function ofBeats(
  postgres: Postgres,
): Promise<Pick<Measured, 'beatUs' | 'beatMemberUs' | 'placementReadUs'>> {
  const url = await postgres.database('beats')
  await migrate(url, () => {})
  return withClient(url, async client => {
    const points: [number, number, number][] = []
    for (const members of [1, 50, 250]) {
      await becomeMembers(client, members)
      const beat = { ...statements.beat, values: [1, memberLock] }
      points.push([1, members, await costOf(client, beat, postgres.pid)])
    }
    const { first: beatUs, second: beatMemberUs } = fit(points)
    await becomeMembers(client, 3)
    const read = { ...statements.read, values: [memberLock] }
    return { beatUs, beatMemberUs, placementReadUs: await costOf(client, read, postgres.pid) }
  })
}

async function becomeMembers(client: Client, members: number): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await client.query('delete from cluster_members')
  await client.query(
    `insert into cluster_members (incarnation, address, version, cluster, sessions, timeline)
     select n, '10.0.0.' || n || ':7070', '', '', 's' || n, left(pg_walfile_name(pg_current_wal_lsn()), 8)
     from generate_series(1, $1::int4) n`,
    [members],
  )
  await client.query('select pg_advisory_lock($1, n) from generate_series(1, $2::int4) n', [
    memberLock,
    members,
  ])
}

/** Of PostgreSQL's processors, microseconds. */
async function costOf(client: Client, statement: QueryConfig, postgresPid: number): Promise<number> {
  await client.query('set synchronous_commit = off')
  for (let round = 0; round < 10; round++) await client.query(statement)
  const before = treeTime(postgresPid)
  for (let round = 0; round < beatRounds; round++) await client.query(statement)
  return (treeTime(postgresPid) - before) / beatRounds
}

/** What a small commit waits for the disk. */
async function ofFlushes(postgres: Postgres): Promise<number> {
  return withClient(await postgres.database('flushes'), async client => {
    await client.query('create table written (text text)')
    const text = randomBytes(500).toString('hex')
    const msOf = async (mode: 'on' | 'off') => {
      await client.query(`set synchronous_commit = ${mode}`)
      const beganAt = performance.now()
      for (let round = 0; round < beatRounds; round++)
        await client.query('insert into written values ($1)', [text])
      return (performance.now() - beganAt) / beatRounds
    }
    await msOf('off')
    return (await msOf('on')) - (await msOf('off'))
  })
}
