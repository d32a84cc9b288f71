// How two nodes show each other that they belong together, before any frame: both know CLUSTER_SECRET, and
// neither sends it. peers.ts has one handshake for each new wire.
//   who listens  ->  its nonce
//   who dials    ->  its nonce, who it is, HMAC of both nonces and that
//   who listens  ->  who it is, HMAC of both nonces and that
// 1. Each proof is made for its side and for both nonces: none can be used again, or sent back.
// 2. Nobody says who it is, or that the secret was wrong, before it has heard a first message of the right
//    form; what does not have it ends the wire.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Counts up when nodes before the change cannot understand the frames after it. */
export const protocol = 1

export interface NodeIdentity {
  /** Of the cluster: two clusters never talk, even with one secret. */
  readonly cluster: string
  readonly incarnation: number
  readonly version: string
}

/** Why two nodes do not talk. The message is one line for the log. */
export class LinkRefused extends Error {
  override readonly name = 'LinkRefused'
}

export interface HandshakeParts {
  readonly side: 'dials' | 'listens'
  readonly secret: string
  /** Read when it is sent: a node may have joined anew. */
  readonly identity: () => NodeIdentity
  readonly send: (text: string) => void
}

interface Said {
  readonly protocol?: unknown
  readonly nonce?: unknown
  readonly identity?: unknown
  readonly proof?: unknown
  readonly refused?: unknown
}

export class Handshake {
  readonly #parts: HandshakeParts
  readonly #nonce = randomBytes(32).toString('base64')
  #otherNonce: string | null = null

  constructor(parts: HandshakeParts) {
    this.#parts = parts
    if (parts.side === 'listens') this.#say({ protocol, nonce: this.#nonce })
  }

  /**
   * Takes a text of the other side.
   * @returns who it is, when it has shown that; null: there is more to come
   * @throws {LinkRefused} it does not belong here; the wire is to be closed
   */
  take(text: string): NodeIdentity | null {
    const said = parse(text)
    if (typeof said.refused === 'string') throw new LinkRefused(said.refused)
    if (this.#otherNonce === null) return this.#begin(said)
    return this.#believe(said)
  }

  #begin(said: Said): NodeIdentity | null {
    if (said.protocol !== protocol)
      throw this.#refuse(
        `nodes speak protocol ${protocol} and ${said.protocol}: their versions are too far apart`,
      )
    if (typeof said.nonce !== 'string' || said.nonce.length < 32)
      throw this.#refuse('what connected is no node of a cluster')
    this.#otherNonce = said.nonce
    if (this.#parts.side === 'listens') return this.#believe(said)
    this.#say({ protocol, nonce: this.#nonce, ...this.#proven() })
    return null
  }

  #believe({ identity, proof }: Said): NodeIdentity {
    const { side, secret } = this.#parts
    const other = side === 'dials' ? 'listens' : 'dials'
    const text = typeof identity === 'string' ? identity : ''
    const nonces = [this.#otherNonce!, this.#nonce]
    if (!isProof(proof, proofOf(secret, other, nonces, text)))
      throw this.#refuse('the nodes have different values of CLUSTER_SECRET')
    const known = JSON.parse(text) as NodeIdentity
    const own = this.#parts.identity()
    if (known.cluster !== own.cluster)
      throw this.#refuse(
        `the nodes are of two clusters, ${own.cluster} and ${known.cluster}: their databases differ`,
      )
    if (side === 'listens') this.#say(this.#proven())
    return known
  }

  #proven(): Said {
    const { secret, side } = this.#parts
    const identity = JSON.stringify(this.#parts.identity())
    return { identity, proof: proofOf(secret, side, [this.#nonce, this.#otherNonce!], identity) }
  }

  #say(said: Said): void {
    this.#parts.send(JSON.stringify(said))
  }

  #refuse(reason: string): LinkRefused {
    this.#say({ refused: reason })
    return new LinkRefused(reason)
  }
}

function proofOf(secret: string, side: string, nonces: readonly string[], identity: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([side, ...nonces, identity]))
    .digest('base64')
}

function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function parse(text: string): Said {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said === 'object' && said !== null) return said
  } catch {
    // What is not JSON is no node.
  }
  throw new LinkRefused('what connected is no node of a cluster')
}
