// One direction of dialling between two programs: passes bytes on until it is told not to. Nodes of a chaos
// run dial each other through it, and all reach PostgreSQL through it: the address that moves.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `refuse`: connections break and none is taken. `hole`: bytes vanish, in both directions or in one, and
 * nobody is told. `stall`: bytes wait, as on a network that loses packets and sends them again.
 */
export type LinkState = 'well' | 'refuse' | 'hole' | 'hole there' | 'hole back' | 'stall'

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

export class LinkProxy {
  #targetPort: number
  #state: LinkState = 'well'
  readonly #pairs = new Set<Pair>()
  readonly #listener = createServer({ noDelay: true }, client => this.#serve(client))

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
  }

  static async start(targetPort: number): Promise<LinkProxy> {
    const proxy = new LinkProxy(targetPort)
    proxy.#listener.listen(0, '127.0.0.1')
    await once(proxy.#listener, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port
  }

  /** From now on it leads there; what leads elsewhere breaks. */
  moveTo(targetPort: number): void {
    this.#targetPort = targetPort
    this.#breakAll()
  }

  become(state: LinkState): void {
    const before = this.#state
    this.#state = state
    if (state === 'refuse') return this.#breakAll()
    // Of what was swallowed nobody can make sense.
    if (state === 'well' && before.startsWith('hole')) return this.#breakAll()
    for (const pair of this.#pairs) this.#flow(pair)
  }

  close(): void {
    this.#listener.close()
    this.#breakAll()
  }

  #serve(client: Socket): void {
    if (this.#state === 'refuse') return void client.resetAndDestroy()
    const pair = { client, server: connect({ port: this.#targetPort, host: '127.0.0.1', noDelay: true }) }
    const { server } = pair
    this.#pairs.add(pair)
    client.on('data', chunk => this.#passes('hole there') && server.write(chunk))
    server.on('data', chunk => this.#passes('hole back') && client.write(chunk))
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => this.#break(pair))
    }
    this.#flow(pair)
  }

  #passes(swallowing: LinkState): boolean {
    return this.#state !== 'hole' && this.#state !== swallowing
  }

  #flow({ client, server }: Pair): void {
    for (const socket of [client, server]) {
      if (this.#state === 'stall') socket.pause()
      else socket.resume()
    }
  }

  #breakAll(): void {
    for (const pair of this.#pairs) this.#break(pair)
  }

  #break(pair: Pair): void {
    if (!this.#pairs.delete(pair)) return
    pair.client.resetAndDestroy()
    pair.server.resetAndDestroy()
  }
}
