// A client of the API that speaks plain HTTP and JSON, with one credential, and reads server-sent events.

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any
}

export interface StreamedEvent {
  /** Null: the event had no id. */
  readonly id: number | null
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly data: any
}

type HeaderFields = Readonly<Record<string, string>>

export class Client {
  readonly #url: string
  readonly #credential: string | null

  constructor(url: string, credential: string | null) {
    this.#url = url
    this.#credential = credential
  }

  get(path: string, headers?: HeaderFields): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers?: HeaderFields): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  put(path: string, body: unknown, headers?: HeaderFields): Promise<Answer> {
    return this.send('PUT', path, body, headers)
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path)
  }

  /** A text is sent as it is, everything else as JSON. */
  async send(method: string, path: string, body?: unknown, headers: HeaderFields = {}): Promise<Answer> {
    const response = await this.#fetch(method, path, body, headers)
    const content = await response.text()
    const isJson = content !== '' && response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(content) : content,
    }
  }

  /**
   * Events as they come, until the server ends the stream or the reader leaves; none at 204.
   * @throws {Error} the answer is not a stream, or the connection broke
   */
  async *stream(path: string, headers: HeaderFields = {}): AsyncGenerator<StreamedEvent> {
    const response = await this.#fetch('GET', path, undefined, { accept: 'text/event-stream', ...headers })
    if (response.status === 204) return
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    yield* eventsOf(response)
  }

  /** The answer as it comes, for whoever reads it piece by piece. */
  open(method: string, path: string, body?: unknown, headers: HeaderFields = {}): Promise<Response> {
    return this.#fetch(method, path, body, headers)
  }

  /** The whole log of an execution, from a point on; resolves when it has ended. */
  async readLog(executionId: string, after = 0): Promise<StreamedEvent[]> {
    const path = `/api/v1/executions/${executionId}/logs`
    return Array.fromAsync(this.stream(path, after === 0 ? {} : { 'last-event-id': String(after) }))
  }

  #fetch(method: string, path: string, body: unknown, headers: HeaderFields): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#credential !== null && { authorization: `Bearer ${this.#credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
}

/** The events of an answer as they come, until its end or until the reader leaves. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamedEvent> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const event = readEvent(block)
      if (event !== null) yield event
    }
  }
}

/** Null for a comment, and for what only sets the pause before a reconnection. */
function readEvent(block: string): StreamedEvent | null {
  const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2)))
  if (fields['event'] === undefined) return null
  const id = fields['id'] === undefined ? null : Number(fields['id'])
  return { id, event: fields['event'], data: JSON.parse(fields['data']) }
}
