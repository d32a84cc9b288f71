// Chains of executions: an execution starts others, by sub-workflows, the ends that completion triggers
// watch, retries, or calls of this service. All of them descend from one root, and one root leads to so many
// only (storage/usage/start-bounds.ts). Calls that come back to this service name the root in a header.
// 1. The header is signed: nobody makes one for a chain that is not theirs. Who leaves it out begins a new
//    chain, so the hub sets it itself (rpc/chained-outbound.ts), whatever a plan says, and so do webhooks.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from './ids.ts'

export const chainHeader = 'troupe-chain'

/** Executions that may descend from one root. */
export const defaultChainLimit = 1_000

/** @param key secret bytes, the same on all nodes */
export function chainSignature(key: Uint8Array | string, root: string): string {
  return createHmac('sha256', key).update(`chain ${root}`).digest('base64url')
}

/** The text of the header. */
export function chainText(key: Uint8Array | string, root: string): string {
  return `${root}.${chainSignature(key, root)}`
}

/** The root that a header names; undefined for none, and for one that is not ours. */
export function rootIn(key: Uint8Array | string, text: string): string | undefined {
  if (text === '') return undefined
  const [root = '', signature = '', ...rest] = text.split('.')
  if (rest.length > 0 || !isId('execution', root)) return undefined
  const expected = Buffer.from(chainSignature(key, root))
  const sent = Buffer.from(signature)
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? root : undefined
}
