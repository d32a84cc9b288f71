// HAProxy in front of nodes, by deploy/haproxy.cfg as an operator has it, but without the bounds for each
// address: all load comes from one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/support/servers/free-port.ts'
import { dataDirectory } from '../product.ts'
import { isRunning, started } from '../started.ts'

const config = join(import.meta.dirname, '../../deploy/haproxy.cfg')
const places = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy']
const oneServer = /^ {4}server troupe .*$/m
const boundsOfAddresses = /^.*sc0.*$/gm
const readyLimitMs = 5_000

export interface Edge {
  readonly port: number
  stop(): Promise<void>
}

/** @param ports of nodes that are there, or will be. @throws {Error} HAProxy is not installed */
export async function startEdge(ports: readonly number[]): Promise<Edge> {
  const program = places.find(existsSync)
  if (program === undefined) throw new Error('this scenario needs HAProxy: install the package haproxy')
  const file = join(dataDirectory(), 'haproxy.cfg')
  writeFileSync(file, configFor(ports))
  const port = await freePort()
  const { begun: child, end } = started(
    () =>
      spawn(program, ['-db', '-f', file], {
        env: { ...process.env, EDGE_BIND: `127.0.0.1:${port}` },
        stdio: 'ignore',
        detached: true, // Ctrl-C reaches the run alone.
      }),
    async child => {
      if (!isRunning(child)) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  )
  for (const until = performance.now() + readyLimitMs; !(await listens(port)); await pause(20)) {
    if (!isRunning(child) || performance.now() > until) throw new Error('HAProxy does not start')
  }
  return { port, stop: end }
}

function configFor(ports: readonly number[]): string {
  const text = readFileSync(config, 'utf8').replaceAll(boundsOfAddresses, '')
  if (!oneServer.test(text)) throw new Error(`${config} has no line for its server`)
  return text.replace(oneServer, ports.map((port, n) => `    server node${n} 127.0.0.1:${port}`).join('\n'))
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
