// A database on which nodes of a cluster meet, for tests.
import { Client } from 'pg'
import { newId } from '../../domain/ids.ts'
import type { Projection } from '../../domain/work/projection.ts'
import type { Journal } from '../../runtime/journal.ts'
import type { PlacementStore } from '../../runtime/placement/placement-store.ts'
import { openJournal } from '../../storage/journal/journal.ts'
import { placementStore } from '../../storage/placement/placement-store.ts'
import { connectionConfig, markedUrl } from '../../storage/postgres/connection-config.ts'
import { HostConnection } from '../../storage/postgres/host-connection.ts'
import { freshDatabase } from './postgres.ts'

export const testCluster = 'c'.repeat(32)
let marks = 0

/** What the process of one node has. */
export interface NodeParts {
  /** Of all its sessions. */
  readonly mark: string
  readonly url: string
  readonly store: PlacementStore
  journal(incarnation: number): Journal<Projection>
  close(): Promise<void>
}

export class ClusterDatabase {
  readonly url: string
  readonly sql: Client
  readonly #nodes: NodeParts[] = []

  private constructor(url: string, sql: Client) {
    this.url = url
    this.sql = sql
  }

  static async open(): Promise<ClusterDatabase> {
    const url = await freshDatabase()
    const sql = new Client(connectionConfig(url, 'test'))
    await sql.connect()
    return new ClusterDatabase(url, sql)
  }

  node(cluster = testCluster): NodeParts {
    const mark = (++marks).toString(16).padStart(8, 'a')
    const url = markedUrl(this.url, mark)
    const store = placementStore({ url, cluster })
    const queries = new HostConnection(url)
    const journals: Journal<Projection>[] = []
    const node: NodeParts = {
      ...{ mark, url, store },
      journal(incarnation) {
        const journal = openJournal({ url, slot: 0, queries, incarnation: () => incarnation })
        journals.push(journal)
        return journal
      },
      async close() {
        await Promise.all([store.close(), queries.close(), ...journals.map(journal => journal.close())])
      },
    }
    this.#nodes.push(node)
    return node
  }

  /** Ends sessions as a network does. @param name of them, as in `troupe <name> #mark` */
  async cut({ mark }: NodeParts, name: string): Promise<void> {
    await this.sql.query(
      'select pg_terminate_backend(pid, 2000) from pg_stat_activity where application_name = $1',
      [`troupe ${name} #${mark}`],
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(node => node.close()))
    await this.sql.end()
  }
}

/** A new address with one entry. */
export const anEntry = (text: string) => ({
  ...{ address: newId('execution'), seq: 1, at: 1, body: JSON.stringify([text]), projections: [] },
})
