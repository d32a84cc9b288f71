// A port for a server that keeps it over many lives, or for one that is not there. It lies below the range
// from which the system takes ports for outgoing connections (32768 and above): one that it had chosen itself
// could be taken by any connection between this look and the moment when the server listens.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const tries = 100

export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${tries} ports is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
