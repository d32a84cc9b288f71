// What goes in and out of a lane: one HTTP request to /rpc, as far as protocols care, and its answer. http/routes/rpc.ts
// is on the other side.

export interface LaneRequest {
  /** Value of a header, empty when there is none. @param name in lower case */
  header(name: string): string
  /** Calls back once, if the client leaves before its whole answer was sent. */
  onClose(listener: () => void): void
  readonly organizationId: string
  /** Who calls: organization with key or user. Sessions and request states are bound to it. */
  readonly principal: string
}

export type LaneAnswer =
  | {
      readonly type: 'whole'
      readonly status: number
      /** JSON text; null for none. */
      readonly body: string | null
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly type: 'stream'
      readonly source: LaneStream
      /** Id of the last event that the client has, 0 for none. */
      readonly after: number
      /** It answers no call: it stays open until its client leaves. */
      readonly isLasting?: true
    }

/** Server-sent events, pulled by whoever writes them; fits EventSource of http/sse.ts. */
export interface LaneStream {
  readonly isTransient?: true
  open(after: number, wake: () => void): LaneFeed
  farewell?(): string | null
  over?(): void
}

export interface LaneFeed {
  pull(max: number): readonly LaneEvent[]
  close(): void
}

export interface LaneEvent {
  readonly id: number
  readonly event: 'message'
  readonly data: string
  readonly isLast: boolean
}

export function whole(
  status: number,
  body: string | null,
  headers?: Readonly<Record<string, string>>,
): LaneAnswer {
  return headers === undefined ? { type: 'whole', status, body } : { type: 'whole', status, body, headers }
}

/** Does the client take server-sent events? It has to say so: a plain `curl` gets JSON. */
export function takesEvents(request: LaneRequest): boolean {
  return request.header('accept').includes('text/event-stream')
}
