// The load of the scenarios about clusters: executions of three local steps, started at all nodes alike, with
// the processor time of all processes for each of them.
import { randomUUID } from 'node:crypto'
import type { Account } from '../account.ts'
import { executeRequest } from '../executions.ts'
import { measure } from '../measure.ts'
import { type ProcessorTime, timePerPiece } from '../processor-time.ts'
import type { Product } from '../product.ts'
import { type Figures, figuresOf, type Span } from '../scenario.ts'
import { asksOf, clusterTime } from './nodes.ts'

export interface ClusterLoad extends Span {
  readonly nodes: readonly Product[]
  readonly postgresPid: number
  readonly account: Account
  readonly workflowId: string
  /** In all. */
  readonly connections: number
  /** Each start has an Idempotency-Key, from which its id follows: it lives where its hash says. */
  readonly isKeyed?: boolean
}

const numberAt = '0000000000'

/** Start and wait for completion at every node in turn. `forwarded` is the share of messages to actors. */
export async function measureNodes({ nodes, postgresPid, ...load }: ClusterLoad): Promise<Figures> {
  const { account, workflowId, connections, isKeyed = false, ...span } = load
  const headers = isKeyed ? { 'Idempotency-Key': `${randomUUID()}-${numberAt}` } : {}
  const readings: ProcessorTime[] = []
  const read = () => readings.push(clusterTime(nodes, postgresPid))
  const before = await asksOf(nodes)
  const result = await measure(
    {
      ...{ port: nodes[0]!.port, ports: nodes.map(({ port }) => port), connections, rate: 0, ...span },
      ...{ request: executeRequest(account, workflowId, 'wait=30', headers), expect: '"status":"completed"' },
      ...(isKeyed && { numberAt }),
    },
    { onMeasuring: read, onMeasured: read },
  )
  const after = await asksOf(nodes)
  const asks = after.own - before.own + after.forwarded - before.forwarded
  const times = timePerPiece(readings[0]!, readings[1]!, Math.max(1, result.answers))
  const { mainUs, threadsUs, databaseUs } = times
  return {
    ...figuresOf(result),
    ...times,
    allUs: mainUs + threadsUs + databaseUs,
    ...(asks > 0 && { forwarded: (after.forwarded - before.forwarded) / asks }),
  }
}
