// Reads the server-sent events of one connection: the part of the HTML standard (9.2.6) that our service
// uses. Called by events.ts.

export interface StreamEvent {
  /** Null for an event about the connection, which is not part of the stream. */
  readonly id: number | null
  readonly event: string
  /** JSON as parsed. */
  readonly data: unknown
}

/** The longest event; a step's output is at most 1 MiB. */
const longestEvent = 8 * 1024 * 1024

/** @throws {Error} the connection broke, was silent for too long, or sent something else than events */
export async function* readEvents(response: Response, silenceMs: number): AsyncGenerator<StreamEvent, void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await withDeadline(reader.read(), silenceMs)
      if (done) return
      text += value
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop()!
      if (text.length > longestEvent) throw new Error('an event is too long')
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event !== null) yield event
      }
    }
  } finally {
    // A reader that stops closes the connection; closing a broken one fails again, which is ignored.
    reader.cancel().catch(() => {})
  }
}

/** Null for a comment, and for a block that only sets the pause before a reconnection. */
export function parseEvent(block: string): StreamEvent | null {
  let id: number | null = null
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const separator = line.indexOf(':')
    const name = separator < 0 ? line : line.slice(0, separator)
    const value = separator < 0 ? '' : line.slice(separator + 1).replace(/^ /, '')
    if (name === 'id') id = Number(value)
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return data.length === 0 ? null : { id, event, data: JSON.parse(data.join('\n')) }
}

async function withDeadline<T>(value: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the stream sent nothing for ${ms / 1_000} s`)), ms)
  })
  try {
    return await Promise.race([value, deadline])
  } finally {
    clearTimeout(timer)
  }
}
