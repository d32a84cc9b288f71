// What a beat over the link between two nodes costs their processors: many links of the product over real
// sockets, both ends in this process, with nothing to say but beats.
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../runtime/clock.ts'
import type { Wire, WireEvents } from '../../runtime/cluster/network.ts'
import { NodeLink } from '../../runtime/cluster/node-link.ts'
import { tcpNetwork } from '../../runtime/cluster/tcp-network.ts'
import { freePort } from '../../test/support/servers/free-port.ts'
import { product } from './parameters.ts'

const links = 100
const seconds = 4

/** @returns microseconds for one that is sent at one end and received at the other */
export async function linkBeatUs(): Promise<number> {
  const address = `127.0.0.1:${await freePort()}`
  const [listening, dialling] = [tcpNetwork(address), tcpNetwork(`127.0.0.1:${await freePort()}`)]
  await listening.listen(link)
  for (let n = 0; n < links; n++) dialling.dial(address, link)
  await pause(1_000)
  const before = process.cpuUsage()
  await pause(seconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  await Promise.all([listening.close(), dialling.close()])
  return (user + system) / (2 * links * product.linkBeatsPerSecond * seconds)
}

function link(wire: Wire): WireEvents {
  const end = new NodeLink({ wire, clock: systemClock, frame: () => {} })
  return { receive: text => end.receive(text), closed: () => end.ended() }
}
