// HAProxy in front of the nodes, with the configuration of deploy/ and their addresses filled in as
// compose.cluster.yaml does.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guard } from '../../support/guard.ts'
import { freePort } from '../../support/servers/free-port.ts'

const config = join(import.meta.dirname, '../../../deploy/haproxy.cfg')

/** Null: it is not installed. */
export const haproxy =
  ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync) ?? null

export class Edge {
  readonly url: string
  readonly #child: ChildProcess
  readonly #guard = guard(null)

  private constructor(child: ChildProcess, port: number) {
    this.url = `http://127.0.0.1:${port}`
    this.#child = child
    this.#guard.watch(child.pid!)
  }

  /** Resolves when a request reaches a node. @param ports of the nodes, which are ready */
  static async start(directory: string, ports: readonly number[]): Promise<Edge> {
    const [first, ...others] = ports
    const filled = others.reduce(
      (text, port, index) => {
        const name = `node${index + 2}`
        return text.replace(new RegExp(`# server ${name} .*`), `server ${name} 127.0.0.1:${port}`)
      },
      readFileSync(config, 'utf8'),
    )
    const path = join(directory, 'haproxy.cfg')
    writeFileSync(path, filled)
    const port = await freePort()
    const child = spawn(haproxy!, ['-f', path], {
      env: { EDGE_BIND: `127.0.0.1:${port}`, TROUPE_ADDRESS: `127.0.0.1:${first}` },
      stdio: 'ignore',
    })
    const edge = new Edge(child, port)
    while (!(await edge.#answers())) {
      if (child.exitCode !== null) throw new Error('haproxy has ended')
      await pause(50)
    }
    return edge
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL')
      await once(this.#child, 'exit')
    }
    await this.#guard.end()
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(`${this.url}/healthz`).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status === 200
  }
}
