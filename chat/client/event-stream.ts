// Reads server-sent events from the body of an answer. The client reads every stream with it.
// 1. It gives what arrived and nothing else: resuming is its caller's matter.
// 2. A body that falls silent for longer than the service's comments allow counts as broken.

export interface ServerSentEvent {
  readonly event: string
  readonly id: string | null
  /** The text of its data. */
  readonly text: string
}

/** The service sends a comment every 15 s. */
const silenceMs = 45_000

/** @throws {Error} the body broke off, was aborted, or fell silent */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await unlessSilent(reader)
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop()!
      for (const block of blocks) {
        const event = parse(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function unlessSilent(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const read = reader.read()
  let timer: ReturnType<typeof setTimeout>
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the stream fell silent')), silenceMs)
  })
  return Promise.race([read, silence]).finally(() => clearTimeout(timer))
}

/** @returns null for a block of comments */
function parse(block: string): ServerSentEvent | null {
  let event = 'message'
  let id: string | null = null
  const lines: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') lines.push(value)
  }
  return lines.length === 0 ? null : { event, id, text: lines.join('\n') }
}
