// Nodes of one cluster as their operator runs them: processes of the product on one database.
import { randomBytes } from 'node:crypto'
import { Product } from '../product.ts'
import { until } from '../runs.ts'
import { freePort } from '../servers/free-port.ts'

export interface ProductNodesOptions {
  readonly count: number
  readonly databaseUrl: string
  readonly environment?: Readonly<Record<string, string>>
}

interface State {
  readonly nodes: readonly { readonly id: number; readonly status: string; readonly shards: number }[]
  readonly shards?: { readonly unowned: number }
}

export class ProductNodes {
  readonly nodes: readonly Product[]

  private constructor(nodes: readonly Product[]) {
    this.nodes = nodes
  }

  /** Prepares them; each is started by `start`. They stop when the test file ends. */
  static async prepare({ count, databaseUrl, environment }: ProductNodesOptions): Promise<ProductNodes> {
    const shared = {
      ...{ DATABASE_URL: databaseUrl, CLUSTER: 'on', HOSTS: '1' },
      CLUSTER_SECRET: randomBytes(24).toString('hex'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      APP_URL: `http://127.0.0.1:${await freePort()}`,
      FREE_TIER_EXECUTIONS: '1000000',
      ...environment,
    }
    const nodes: Product[] = []
    for (let left = count; left > 0; left--) {
      const NODE_ADDRESS = `127.0.0.1:${await freePort()}`
      nodes.push(await Product.prepare({ environment: { ...shared, NODE_ADDRESS } }))
    }
    return new ProductNodes(nodes)
  }

  async start(): Promise<void> {
    for (const node of this.nodes) await node.start()
    await this.settled()
  }

  /** As the node sees it. */
  async state(node: Product): Promise<State> {
    return (await node.client().get('/api/v1/cluster')).body
  }

  /** Every shard has an owner, and these nodes see each other and no others. @returns ms that it took */
  async settled(nodes = this.nodes): Promise<number> {
    const began = performance.now()
    await until(
      async () => {
        const states = await Promise.all(nodes.map(node => this.state(node).catch(() => null)))
        return states.every(
          state =>
            state?.shards?.unowned === 0 &&
            state.nodes.length === nodes.length &&
            state.nodes.every(({ status, shards }) => status === 'active' && shards > 0),
        )
      },
      isSo => isSo,
    )
    return performance.now() - began
  }
}
