// Guarded connections for protocols other than HTTP (SMTP, PostgreSQL), under the same policy as outbound.ts.
// It checks literal addresses, and names when they are resolved.
// 1. It connects to allowed addresses only.
// 2. `connect` ends by its deadline. The signal ends it earlier, and ends an open socket too.
// 3. A socket error without a listener ends the socket, not the process.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { checkUrl, guardedLookup, type NetworkPolicy } from './address-policy.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'

export interface SocketTarget {
  /** Host name or IP address, without brackets. */
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Protocols that upgrade later (STARTTLS) wrap the socket themselves. */
  readonly tls: boolean
  /** PEM certificates to trust in addition to the usual ones. */
  readonly ca?: string
  /** Until connected, including the TLS handshake. */
  readonly timeoutMs: number
  /** Ends the socket at any time. */
  readonly signal: AbortSignal
}

export interface OutboundSocket {
  /** @throws {OutboundError} */
  connect(target: SocketTarget): Promise<Socket>
}

/** @param lookup resolves names instead of the system */
export function createOutboundSocket(policy: NetworkPolicy, lookup?: LookupFunction): OutboundSocket {
  const guarded = guardedLookup(policy, lookup)
  return {
    async connect(target) {
      const host = checkedHost(target.host, policy)
      const name = `${target.host}:${target.port}`
      if (target.signal.aborted) throw new OutboundError('aborted', name, `${name} was not called`)
      return whenOpen(open({ ...target, host }, guarded), target, name)
    },
  }
}

/**
 * TLS options that trust `ca` in addition to the usual authorities; also for callers that upgrade a socket.
 */
export function tlsTrust(ca: string | undefined): { readonly ca?: string[] } {
  return ca === undefined ? {} : { ca: [...rootCertificates, ca] }
}

/** Characters of a host: no slash, no @, nothing that changes the meaning of a URL around it. */
const hostLetters = /^[\p{L}\p{N}._:-]{1,253}$/u

/** The host to connect to. Other spellings of an address (`2130706433`) become addresses here. */
function checkedHost(host: string, policy: NetworkPolicy): string {
  if (!hostLetters.test(host)) {
    throw new OutboundError('bad-url', '', `${JSON.stringify(host.slice(0, 200))} is not a host`)
  }
  const { hostname } = checkUrl(`http://${host.includes(':') ? `[${host}]` : host}/`, policy)
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function open({ host, port, tls, ca }: SocketTarget, lookup: LookupFunction): Socket {
  if (!tls) return connectTcp({ host, port, lookup })
  const name = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ host, port, lookup, ...name, ...tlsTrust(ca) })
}

function whenOpen(socket: Socket, { tls, timeoutMs, signal }: SocketTarget, name: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: OutboundError) => {
      reject(error)
      socket.destroy()
    }
    const timer = setTimeout(() => {
      fail(new OutboundError('timeout', name, `${name} did not accept a connection within ${timeoutMs} ms`))
    }, timeoutMs)
    const giveUp = () =>
      fail(new OutboundError('aborted', name, `${name} was called, and the call was given up`))
    signal.addEventListener('abort', giveUp)
    socket
      .once(tls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        resolve(socket)
      })
      .on('error', error => reject(toOutboundError(error, name)))
      .once('close', () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        reject(new OutboundError('reset', name, `${name} closed the connection while it was being made`))
      })
  })
}
