// One attempt to deliver an event to an endpoint: signs it (Standard Webhooks), sends it through the outbound
// client, judges the answer. Called by the actors of webhooks, and by the test of a webhook
// (http/news/webhooks.ts).
// 1. A status of 2xx in time is success, whatever happens to the answer's body.
// 2. Redirects are not followed. Of an answer only a bounded beginning is kept.
import { Webhook as Signer } from 'standardwebhooks'
import { webhookBounds } from '../domain/news/webhook.ts'
import { type Outbound, OutboundError, type OutboundHead } from './outbound/outbound.ts'
import { retryAfter } from './outbound/retry-after.ts'

export interface WebhookRequest {
  readonly url: string
  /** Id of the event; the same at every attempt. */
  readonly id: string
  readonly body: string
  /** Newest first; each signs. */
  readonly secrets: readonly string[]
  /** Names the chain of the execution that the event is about (chained-outbound.ts). Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Unix ms. */
  readonly now: number
  readonly signal?: AbortSignal
}

export interface WebhookAnswer {
  readonly isTaken: boolean
  /** Null without an answer. */
  readonly status: number | null
  /** Why the attempt failed. */
  readonly error: string | null
  /** The beginning of the answer; null without one. */
  readonly body: string | null
  readonly retryAfterMs: number
}

export async function sendWebhook(outbound: Outbound, request: WebhookRequest): Promise<WebhookAnswer> {
  const { url, body, now, signal } = request
  const kept = new Beginning()
  let head: OutboundHead | null = null
  try {
    const answer = await outbound.request({
      ...{ method: 'POST', url, body, headers: signedHeaders(request) },
      timeouts: { firstByteMs: webhookBounds.timeoutMs, totalMs: webhookBounds.timeoutMs },
      openBody(opened) {
        head = opened
        return kept
      },
      ...(signal && { signal }),
    })
    return judge(answer, kept.text(answer.body), null, now)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return judge(head, kept.text(), error.message, now)
  }
}

function signedHeaders({ id, body, secrets, now, headers }: WebhookRequest): Record<string, string> {
  const at = new Date(now)
  return {
    ...headers,
    'content-type': 'application/json',
    'user-agent': 'Troupe-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': secrets.map(secret => new Signer(secret).sign(id, at, body)).join(' '),
  }
}

function judge(
  head: OutboundHead | null,
  body: string | null,
  error: string | null,
  now: number,
): WebhookAnswer {
  if (head === null) return { isTaken: false, status: null, error, body: null, retryAfterMs: 0 }
  const { status, headers } = head
  const isTaken = status >= 200 && status < 300
  const { retryAfterMs = 0 } = retryAfter(headers['retry-after'], now)
  return { isTaken, status, error: isTaken ? null : (error ?? `it answered ${status}`), body, retryAfterMs }
}

/** Keeps the beginning of a body and stops reading there. */
class Beginning {
  readonly #chunks: Buffer[] = []
  heldBytes = 0

  read(chunk: Buffer): boolean {
    const part = chunk.subarray(0, webhookBounds.keptBytes - this.heldBytes)
    this.#chunks.push(Buffer.from(part))
    this.heldBytes += part.length
    return this.heldBytes >= webhookBounds.keptBytes
  }

  /** @param collected the body, when it was not read as a stream */
  text(collected: Buffer = Buffer.alloc(0)): string {
    const bytes = this.heldBytes > 0 ? Buffer.concat(this.#chunks) : collected
    const decoded = bytes.subarray(0, webhookBounds.keptBytes).toString('utf8')
    // Drops a character that was cut apart, and NUL, which PostgreSQL's JSON refuses.
    return decoded.replace(/\ufffd$/, '').replaceAll('\u0000', '')
  }
}
