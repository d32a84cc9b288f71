// What does an execution cost when several nodes share the work? Clusters of one, two and three nodes run
// beside each other on one PostgreSQL and one machine, and are loaded in turn. Starts go to all nodes of a
// cluster alike. Throughput says little, since all share the processors: processor time of all processes for
// each execution is what counts. "In all" divides the load of one node, so commits are smaller; "for each
// node" is what somebody has who adds nodes because one is not enough.
import type { Account } from '../account.ts'
import { measureNodes } from '../cluster/executions.ts'
import { clusterSettings, settled, startNode } from '../cluster/nodes.ts'
import { type Postgres, startPostgres } from '../cluster/postgres.ts'
import { createLocalSteps } from '../executions.ts'
import type { Product } from '../product.ts'
import { median, summarize } from '../report.ts'
import { counted, type Figures, type Goal, type Sample, type Scenario } from '../scenario.ts'

const most = 3
const connections = 256
const turns = 4
/** Every node compiles its own code, and in a larger cluster each has a smaller part of the load. */
const firstWarmUpSeconds = 3
const warmUpSeconds = 0.5

export const nodes: Scenario = {
  name: 'nodes',
  goals: [],
  question: `Strict local steps, one to ${most} nodes: what does an execution cost, and how much is forwarded?`,
  async round(span) {
    const postgres = await startPostgres(['max_connections=400'])
    const clusters: Cluster[] = []
    for (let count = 1; count <= most; count++) clusters.push(await startCluster(count, postgres))
    const load = ({ cluster, connections }: Case, seconds: number, warmUp: number) =>
      measureNodes({
        ...{ ...cluster, connections, postgresPid: postgres.pid },
        ...{ ...span, seconds, warmUpSeconds: warmUp },
      })
    const cases = casesOf(clusters)
    for (const cluster of clusters)
      await load({ cluster, connections, label: '' }, 0.5, firstWarmUpSeconds * cluster.nodes.length)

    const figures = cases.map((): Figures[] => [])
    for (let turn = 0; turn < turns; turn++) {
      const order = [...cases.entries()]
      for (const [index, each] of turn % 2 === 0 ? order : order.reverse())
        figures[index]!.push(await load(each, span.seconds / 2, warmUpSeconds))
    }
    for (const { nodes } of clusters) for (const node of nodes) await node.stop()
    await postgres.stop()
    return cases.map(({ label, cluster }, index) =>
      sampleOf({ label, cluster }, figures[index]!, figures[0]!),
    )
  },
}

interface Cluster {
  readonly nodes: readonly Product[]
  readonly account: Account
  readonly workflowId: string
}

interface Case {
  readonly label: string
  readonly cluster: Cluster
  /** In all. */
  readonly connections: number
}

async function startCluster(count: number, postgres: Postgres): Promise<Cluster> {
  const url = await postgres.database(`nodes_${count}`)
  const settings = await clusterSettings(url, { FUSE_PURE_STEPS: 'off' })
  const nodes: Product[] = []
  while (nodes.length < count) nodes.push(await startNode(settings))
  await settled(nodes)
  const account = await nodes[0]!.signUp()
  return { nodes, account, workflowId: await createLocalSteps(account) }
}

/** The first one is what the others are compared with. */
function casesOf(clusters: readonly Cluster[]): Case[] {
  return clusters.flatMap(cluster => {
    const { length } = cluster.nodes
    const label = counted(length, 'node')
    const shared = { cluster, connections, label: `${label}, ${connections} in all` }
    if (length === 1) return [shared]
    return [shared, { cluster, connections: connections * length, label: `${label}, ${connections} each` }]
  })
}

function sampleOf(
  { label, cluster }: Pick<Case, 'label' | 'cluster'>,
  loads: readonly Figures[],
  ofOne: readonly Figures[],
): Sample {
  const { medians } = summarize(loads.map(figures => [{ label, figures }]))[0]!
  const timesOne = median(loads.map((each, turn) => each['allUs']! / ofOne[turn]!['allUs']!))
  const goals: Goal[] = cluster.nodes.length > 1 ? [{ figure: 'timesOne', atMost: 1.3 }] : []
  return { label, figures: { ...medians, timesOne }, goals }
}
