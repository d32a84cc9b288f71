// Input and output of a lane: one HTTP request to /rpc, as far as protocols are concerned, and its answer.
// http/routes/tools/rpc.ts stands on the other side.
import type { JsonObject } from '../../domain/json.ts'
import type { EventSource } from '../../runtime/event-source.ts'

export interface LaneRequest {
  /**
   * Value of a header; empty when absent.
   * @param name in lower case
   */
  header(name: string): string
  /** Calls back once if the client leaves before it has the whole answer. */
  onClose(listener: () => void): void
  readonly organizationId: string
  /** The caller: organization with key or user. Sessions and request states belong to it. */
  readonly principal: string
  /** Request and caller, for another node that is to answer; without the credential. */
  origin(): JsonObject
}

export type LaneAnswer =
  | {
      readonly type: 'whole'
      readonly status: number
      /** JSON text; null for no body. */
      readonly body: string | null
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly type: 'stream'
      /** Server-sent events, each named `message`. */
      readonly source: EventSource
      /** Id of the last event that the client has, 0 for none. */
      readonly after: number
      /** It answers no call: it stays open until its client leaves. */
      readonly isLasting?: true
    }

export function whole(
  status: number,
  body: string | null,
  headers?: Readonly<Record<string, string>>,
): LaneAnswer {
  return headers === undefined ? { type: 'whole', status, body } : { type: 'whole', status, body, headers }
}

/** Does the client accept server-sent events? It must say so: plain `curl` gets JSON. */
export function takesEvents(request: LaneRequest): boolean {
  return request.header('accept').includes('text/event-stream')
}
