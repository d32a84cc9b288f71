// What does an execution cost when several nodes share the work? Clusters of one, two and three nodes run
// beside each other on one PostgreSQL and one machine, and are loaded in turn. Starts go to all nodes of a
// cluster alike. Throughput says little, since all share the processors: processor time of all processes for
// each execution is what counts. "In all" divides the load of one node, so commits are smaller; "for each
// node" is what somebody has who adds nodes because one is not enough. Starts with an Idempotency-Key live
// where the hash of their id says, mostly at another node; they are compared with those of one node.
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
/** For each node of the cluster: what has been idle for a while is slow at first. */
const warmUpSeconds = 1

export const nodes: Scenario = {
  name: 'nodes',
  goals: [],
  question: `Strict local steps, one to ${most} nodes: what does an execution cost, and how much is forwarded?`,
  async round(span) {
    const postgres = await startPostgres(['max_connections=400'])
    const clusters: Cluster[] = []
    for (let count = 1; count <= most; count++) clusters.push(await startCluster(count, postgres))
    const load = ({ cluster, connections, isKeyed }: Case, seconds: number, warmUp: number) =>
      measureNodes({
        ...{ ...cluster, connections, isKeyed, postgresPid: postgres.pid },
        ...{ ...span, seconds, warmUpSeconds: warmUp },
      })
    const cases = casesOf(clusters)
    for (const cluster of clusters)
      await load(
        { cluster, connections, isKeyed: false, label: '' },
        0.5,
        firstWarmUpSeconds * cluster.nodes.length,
      )

    const figures = cases.map((): Figures[] => [])
    for (let turn = 0; turn < turns; turn++) {
      const order = [...cases.entries()]
      for (const [index, each] of turn % 2 === 0 ? order : order.reverse())
        figures[index]!.push(await load(each, span.seconds / 2, warmUpSeconds * each.cluster.nodes.length))
    }
    for (const { nodes } of clusters) for (const node of nodes) await node.stop()
    await postgres.stop()
    return cases.map((each, index) => {
      const ofOne = cases.findIndex(({ isKeyed }) => isKeyed === each.isKeyed)
      return sampleOf(each, figures[index]!, figures[ofOne]!)
    })
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
  readonly isKeyed: boolean
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

/** The first one, keyed or not, is what the others are compared with. */
function casesOf(clusters: readonly Cluster[]): Case[] {
  const [one, , three] = clusters as readonly [Cluster, Cluster, Cluster]
  const each = (cluster: Cluster, isKeyed: boolean): Case => {
    const { length } = cluster.nodes
    const label = `${counted(length, 'node')}, ${connections} each${isKeyed ? ', keyed' : ''}`
    return { cluster, connections: connections * length, isKeyed, label }
  }
  const inAll = clusters.slice(1).map(cluster => {
    const label = `${counted(cluster.nodes.length, 'node')}, ${connections} in all`
    return { cluster, connections, isKeyed: false, label }
  })
  return [...clusters.map(cluster => each(cluster, false)), ...inAll, each(one, true), each(three, true)]
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
