// What does a server pay for being a node of a cluster of one? Two products run beside each other, one alone,
// one with CLUSTER=on, each with a PostgreSQL of its own. They are loaded at the same time, so that what else
// the machine does meets both: loads one after the other differed by a tenth without any reason.
import { measureNodes } from '../cluster/executions.ts'
import { clusterSettings, startNode } from '../cluster/nodes.ts'
import { type Postgres, startPostgres } from '../cluster/postgres.ts'
import { createLocalSteps } from '../executions.ts'
import { type Product, startProduct } from '../product.ts'
import { summarize } from '../report.ts'
import type { Figures, Sample, Scenario, Span } from '../scenario.ts'

/** Loads of both in a round. */
const loads = 6
/** Of each product. */
const connections = 128
/** Until the compiler of Node has seen everything; each load has a short one beside. */
const firstWarmUpSeconds = 6
const warmUpSeconds = 0.5

export const fence: Scenario = {
  name: 'fence',
  goals: [],
  question: 'Strict local steps, 128 connections each, both at once: what does CLUSTER=on cost a server?',
  async round(span) {
    const settings = { FUSE_PURE_STEPS: 'off', HOSTS: '1' }
    const alone = await side(DATABASE_URL => startProduct({ ...settings, DATABASE_URL }))
    const node = await side(async url => startNode(await clusterSettings(url, settings)))
    const both = (seconds: Partial<Span>) =>
      Promise.all(
        [alone, node].map(({ postgres, ...server }) =>
          measureNodes({ ...span, ...server, postgresPid: postgres.pid, connections, ...seconds }),
        ),
      )
    await both({ warmUpSeconds: firstWarmUpSeconds, seconds: 0.5 })

    const figures: { alone: Figures[]; node: Figures[] } = { alone: [], node: [] }
    for (let load = 0; load < loads; load++) {
      const [ofAlone, ofNode] = await both({ warmUpSeconds, seconds: span.seconds / 2 })
      figures.alone.push(ofAlone!)
      figures.node.push(ofNode!)
    }
    for (const { nodes, postgres } of [alone, node]) {
      for (const product of nodes) await product.stop()
      await postgres.stop()
    }
    return [
      sampleOf('CLUSTER off', figures.alone),
      sampleOf('CLUSTER=on, one node', figures.node),
      { label: 'difference', figures: differences(figures.alone, figures.node), goals },
    ]
  },
}

const goals = [{ figure: 'morePercent', atMost: 3 }]

interface Side {
  readonly postgres: Postgres
  readonly nodes: readonly Product[]
  readonly account: Awaited<ReturnType<Product['signUp']>>
  readonly workflowId: string
}

async function side(start: (databaseUrl: string) => Promise<Product>): Promise<Side> {
  const postgres = await startPostgres()
  const product = await start(await postgres.database('product'))
  const account = await product.signUp()
  return { postgres, nodes: [product], account, workflowId: await createLocalSteps(account) }
}

/** Medians of the loads. */
function sampleOf(label: string, loads: readonly Figures[]): Sample {
  const { forwarded: _, ...medians } = summarize(loads.map(figures => [{ label, figures }]))[0]!.medians
  return { label, figures: medians }
}

/**
 * How much more a node takes than a server alone, percent: of all loads of the round together, since the
 * ratio of two short loads is off by a tenth and more.
 */
function differences(alone: readonly Figures[], node: readonly Figures[]): Figures {
  const more = (figure: (figures: Figures) => number) => (mean(node, figure) / mean(alone, figure) - 1) * 100
  return {
    fewerPercent: (1 - total(node) / total(alone)) * 100,
    serviceMorePercent: more(it => it['mainUs']! + it['threadsUs']!),
    databaseMorePercent: more(it => it['databaseUs']!),
    morePercent: more(it => it['allUs']!),
  }
}

/** For each execution of all loads, which all last the same time. */
function mean(loads: readonly Figures[], figure: (figures: Figures) => number): number {
  return loads.reduce((sum, each) => sum + figure(each) * each['perSecond']!, 0) / total(loads)
}

function total(loads: readonly Figures[]): number {
  return loads.reduce((sum, each) => sum + each['perSecond']!, 0)
}
