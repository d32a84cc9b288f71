// Names the chain of an execution (domain/chain.ts) in calls that may come back to this service: to its
// address, and to what looks like a hook, which may stand under another name. hub.ts uses it for every call
// of a tool.
// 1. Whatever the caller says in this header is dropped.
import { chainHeader, chainText } from '../domain/chain.ts'
import type { Outbound, OutboundRequest } from './outbound/outbound.ts'

export interface ChainNaming {
  /** Secret, the same on all nodes. */
  readonly key: string
  /** The service's own address. */
  readonly appUrl: string
}

const hookPath = /\/hooks\/hook_[\w-]{43}$/

/** The header of a call to this address; empty where there is none. @param root undefined: of no execution */
export function chainHeaders(
  naming: ChainNaming | null,
  url: string,
  root: string | undefined,
): Readonly<Record<string, string>> {
  if (naming === null || root === undefined) return {}
  const target = URL.parse(url)
  const isOwn =
    target !== null && (target.origin === new URL(naming.appUrl).origin || hookPath.test(target.pathname))
  return isOwn ? { [chainHeader]: chainText(naming.key, root) } : {}
}

export function chainedOutbound(
  outbound: Outbound,
  naming: ChainNaming | null,
  root: string | undefined,
): Outbound {
  return {
    request: (request: OutboundRequest) =>
      outbound.request({
        ...request,
        headers: { ...withoutChain(request.headers), ...chainHeaders(naming, request.url, root) },
      }),
    close: () => outbound.close(),
  }
}

function withoutChain(headers: OutboundRequest['headers'] = {}): Readonly<Record<string, string>> {
  const names = Object.keys(headers)
  if (!names.some(name => name.toLowerCase() === chainHeader)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== chainHeader))
}
