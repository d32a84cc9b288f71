// One attempt to tell an endpoint: signed by Standard Webhooks, sent through the guarded client, judged. Used by the
// deliveries in the hosts and by the test of an endpoint.
// 1. Success is a status of 2xx that came in time, whatever became of the answer's body.
// 2. Redirects are not followed. What is kept of an answer is bounded, however long it is.
import { Webhook as Signer } from 'standardwebhooks'
import { webhookBounds } from '../domain/webhook.ts'
import { type Outbound, OutboundError, type OutboundHead } from './outbound/outbound.ts'
import { retryAfter } from './outbound/retry-after.ts'

export interface WebhookRequest {
  readonly url: string
  /** The event's; the same at every attempt. */
  readonly id: string
  readonly body: string
  /** The newest first; all of them sign. */
  readonly secrets: readonly string[]
  /** Unix ms. */
  readonly now: number
  readonly signal?: AbortSignal
}

export interface WebhookAnswer {
  readonly isTaken: boolean
  /** Null when no answer came. */
  readonly status: number | null
  /** Why it was not taken. */
  readonly error: string | null
  /** The beginning of the answer; null when there was none. */
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

function signedHeaders({ id, body, secrets, now }: WebhookRequest): Record<string, string> {
  const at = new Date(now)
  return {
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

/** Keeps the beginning of a body, and wants no more than that. */
class Beginning {
  readonly #chunks: Buffer[] = []
  heldBytes = 0

  read(chunk: Buffer): boolean {
    const part = chunk.subarray(0, webhookBounds.keptBytes - this.heldBytes)
    this.#chunks.push(Buffer.from(part))
    this.heldBytes += part.length
    return this.heldBytes >= webhookBounds.keptBytes
  }

  /** @param collected the body, where it was not handed over as it came */
  text(collected: Buffer = Buffer.alloc(0)): string {
    const bytes = this.heldBytes > 0 ? Buffer.concat(this.#chunks) : collected
    const decoded = bytes.subarray(0, webhookBounds.keptBytes).toString('utf8')
    // A character that was cut apart is left out, and what PostgreSQL's JSON does not take.
    return decoded.replace(/\ufffd$/, '').replaceAll('\u0000', '')
  }
}
