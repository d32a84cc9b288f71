// What does a server pay for being a node of a cluster of one? Two products run beside each other on one
// PostgreSQL, one alone, one with CLUSTER=on, whose commits have the fence in their statement. They are
// loaded in turn, and each turn is compared with the one beside it, so that what else the machine does meets
// both.
import { measureNodes } from '../cluster/executions.ts'
import { clusterSettings, startNode } from '../cluster/nodes.ts'
import { startPostgres } from '../cluster/postgres.ts'
import { createLocalSteps } from '../executions.ts'
import { type Product, startProduct } from '../product.ts'
import { median, summarize } from '../report.ts'
import type { Figures, Sample, Scenario, Span } from '../scenario.ts'

/** Pairs of loads in a round; an even number, since whoever goes first in one goes second in the next. */
const pairs = 6
const connections = 256
/** Until the compiler of Node has seen everything; each load has a short one beside. */
const firstWarmUpSeconds = 4
const warmUpSeconds = 0.5

export const fence: Scenario = {
  name: 'fence',
  goals: [],
  question: 'Strict local steps, 256 connections, one server: what does CLUSTER=on cost it?',
  async round(span) {
    const postgres = await startPostgres()
    const settings = { FUSE_PURE_STEPS: 'off', HOSTS: '1' }
    const alone = await ready(
      await startProduct({ ...settings, DATABASE_URL: await postgres.database('alone') }),
    )
    const cluster = await clusterSettings(await postgres.database('nodes'), settings)
    const node = await ready(await startNode(cluster))
    const load = (server: Ready, seconds: Partial<Span>) =>
      measureNodes({ ...span, ...server, postgresPid: postgres.pid, connections, ...seconds })
    for (const server of [alone, node])
      await load(server, { warmUpSeconds: firstWarmUpSeconds, seconds: 0.5 })

    const figures: { alone: Figures[]; node: Figures[] } = { alone: [], node: [] }
    for (let pair = 0; pair < pairs; pair++) {
      const inTurn = pair % 2 === 0 ? (['alone', 'node'] as const) : (['node', 'alone'] as const)
      for (const name of inTurn) {
        const each = await load(name === 'alone' ? alone : node, { warmUpSeconds, seconds: span.seconds / 2 })
        figures[name].push(each)
      }
    }
    for (const { nodes } of [alone, node]) for (const product of nodes) await product.stop()
    await postgres.stop()
    return [
      sampleOf('CLUSTER off', figures.alone),
      sampleOf('CLUSTER=on, one node', figures.node),
      { label: 'difference', figures: differences(figures.alone, figures.node), goals },
    ]
  },
}

const goals = [{ figure: 'morePercent', atMost: 3 }]

interface Ready {
  readonly nodes: readonly Product[]
  readonly account: Awaited<ReturnType<Product['signUp']>>
  readonly workflowId: string
}

async function ready(product: Product): Promise<Ready> {
  const account = await product.signUp()
  return { nodes: [product], account, workflowId: await createLocalSteps(account) }
}

/** Medians of the loads. */
function sampleOf(label: string, loads: readonly Figures[]): Sample {
  const { forwarded: _, ...medians } = summarize(loads.map(figures => [{ label, figures }]))[0]!.medians
  return { label, figures: medians }
}

/** How much more a node takes than a server alone, percent: the median of the pairs. */
function differences(alone: readonly Figures[], node: readonly Figures[]): Figures {
  const more = (figure: (figures: Figures) => number) =>
    median(alone.map((each, pair) => (figure(node[pair]!) / figure(each) - 1) * 100))
  return {
    fewerPercent: -more(it => it['perSecond']!),
    serviceMorePercent: more(it => it['mainUs']! + it['threadsUs']!),
    databaseMorePercent: more(it => it['databaseUs']!),
    morePercent: more(it => it['allUs']!),
  }
}
