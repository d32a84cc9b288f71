// Nodes of one cluster for the benchmarks: processes of the product on one database, with one host each, so
// that nodes and not threads are what is compared.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/support/servers/free-port.ts'
import { type ProcessorTime, processorTime, treeTime } from '../processor-time.ts'
import { type Product, type Settings, startProduct } from '../product.ts'

/** What all nodes of a cluster have in common, and each hands to `startNode`. */
export type ClusterSettings = Settings

const settledLimitMs = 30_000
const pollMs = 20

/** @param settings of the product, for every node */
export async function clusterSettings(
  databaseUrl: string,
  settings: Settings = {},
): Promise<ClusterSettings> {
  return {
    ...{ DATABASE_URL: databaseUrl, CLUSTER: 'on', HOSTS: '1' },
    CLUSTER_SECRET: randomBytes(24).toString('hex'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    APP_URL: `http://127.0.0.1:${await freePort()}`,
    ...settings,
  }
}

/** @param port of its HTTP. Default: a free one */
export async function startNode(cluster: ClusterSettings, port?: number): Promise<Product> {
  const own = port === undefined ? {} : { PORT: String(port) }
  return startProduct({ ...cluster, ...own, NODE_ADDRESS: `127.0.0.1:${await freePort()}` })
}

/** Each of them sees all of them and nobody else, and every shard has an owner. @returns ms until it is so */
export async function settled(nodes: readonly Product[]): Promise<number> {
  const beganAt = performance.now()
  for (;;) {
    const views = await Promise.all(nodes.map(node => clusterView(node.port)))
    if (views.every(view => isSettled(view, nodes.length))) return performance.now() - beganAt
    if (performance.now() - beganAt > settledLimitMs) {
      throw new Error(
        `no settled cluster of ${nodes.length} after ${settledLimitMs} ms: ${JSON.stringify(views)}`,
      )
    }
    await pause(pollMs)
  }
}

export interface ClusterView {
  readonly nodes: readonly { readonly status: string; readonly shards: number }[]
  readonly shards: { readonly unowned: number }
}

export function isSettled(view: ClusterView | null, count: number): boolean {
  if (view === null || view.shards.unowned > 0 || view.nodes.length !== count) return false
  return view.nodes.every(({ status, shards }) => status === 'active' && shards > 0)
}

/** As one node sees it; null when it does not answer. */
export async function clusterView(port: number): Promise<ClusterView | null> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/cluster`).catch(() => null)
  return response?.ok ? ((await response.json()) as ClusterView) : null
}

/** Of all nodes together, and of their PostgreSQL. */
export function clusterTime(nodes: readonly Product[], postgresPid: number): ProcessorTime {
  const times = nodes.map(({ pid }) => processorTime(pid))
  return {
    mainUs: times.reduce((sum, { mainUs }) => sum + mainUs, 0),
    threadsUs: times.reduce((sum, { threadsUs }) => sum + threadsUs, 0),
    databaseUs: treeTime(postgresPid),
  }
}

/** Messages to actors since the start, of all nodes: to their own, and sent on to another node. */
export async function asksOf(nodes: readonly Product[]): Promise<{ own: number; forwarded: number }> {
  const texts = await Promise.all(
    nodes.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  )
  const sum = (to: string) =>
    texts.reduce((total, text) => {
      const found = text.match(new RegExp(`^cluster_asks_total\\{to="${to}"\\} (\\d+)`, 'm'))
      return total + Number(found?.[1] ?? 0)
    }, 0)
  return { own: sum('own'), forwarded: sum('forwarded') }
}
