// A client of the cluster: it asks through HAProxy, and decides approvals at the nodes themselves, each time
// at another one. So those who race for an approval do it at several nodes at once.
import { type Answer, Client } from '../../support/people/client.ts'

export class SpreadClient extends Client {
  readonly #nodes: readonly Client[]
  #turn = 0

  constructor(edgeUrl: string, nodeUrls: readonly string[], key: string) {
    super(edgeUrl, key)
    this.#nodes = nodeUrls.map(url => new Client(url, key))
  }

  override post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    if (!path.startsWith('/api/v1/approvals/')) return super.post(path, body, headers)
    return this.#nodes[this.#turn++ % this.#nodes.length]!.post(path, body, headers)
  }
}
