// A web server on loopback that keeps what it was asked and answers what the test says.
import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../../domain/json.ts'
import { serve } from '../loopback.ts'

export interface Seen {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body as JSON; null when it is none. */
  readonly json: Json
}

export interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** A value is sent as JSON; a text or bytes as they are. */
  readonly json?: Json
  readonly body?: string | Buffer
}

export interface Recording {
  readonly origin: string
  readonly seen: Seen[]
}

/** @param answer of one request; an exception becomes a 500 */
export async function record(
  t: { teardown(end: () => Promise<void>): unknown },
  answer: (seen: Seen) => Answer,
): Promise<Recording> {
  const seen: Seen[] = []
  const { origin } = await serve(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body, json: parsed(body) }
    seen.push(one)
    const { status = 200, headers: given = {}, json, body: raw } = answer(one)
    if (json === undefined) response.writeHead(status, given).end(raw)
    else
      response.writeHead(status, { 'content-type': 'application/json', ...given }).end(JSON.stringify(json))
  })
  return { origin, seen }
}

function parsed(body: Buffer): Json {
  try {
    return JSON.parse(body.toString()) as Json
  } catch {
    return null
  }
}
