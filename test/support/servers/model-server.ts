// A server that speaks the chat completions of OpenAI and the messages of Anthropic as streams. It answers as
// its script says: well, or in every way in which models go wrong.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { serve } from '../../rpc/loopback.ts'

export interface AskedModel {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: JsonObject & {
    readonly messages: readonly { readonly role: string; readonly content: Json }[]
  }
}

/** One answer; the last one of a script is given again and again. */
export type Said = (response: ServerResponse, asked: AskedModel) => void

export interface ModelServer {
  readonly url: string
  readonly asked: readonly AskedModel[]
  /** What it answers from now on. */
  say(...script: readonly Said[]): void
  /** Headers of those who asked which models it has. */
  readonly listed: readonly IncomingMessage['headers'][]
  /** The models that it has from now on; a number: it refuses with this status. */
  offer(models: readonly string[] | number): void
}

export async function startModelServer(t: {
  teardown(end: () => Promise<void>): unknown
}): Promise<ModelServer> {
  const asked: AskedModel[] = []
  const listed: IncomingMessage['headers'][] = []
  let script: Said[] = []
  let offered: readonly string[] | number = []
  const { origin } = await serve(t, async (request, response) => {
    if (request.method === 'GET') {
      listed.push(request.headers)
      return list(response, offered)
    }
    let text = ''
    for await (const chunk of request) text += chunk
    const { url: path = '', headers } = request
    const one = { path, headers, body: JSON.parse(text) } as AskedModel
    asked.push(one)
    const said = script.length > 1 ? script.shift()! : script[0]
    if (said === undefined) throw new Error('the script is empty')
    said(response, one)
  })
  return {
    url: `${origin}/v1`,
    asked,
    listed,
    say(...said) {
      script = [...said]
      asked.length = 0
    },
    offer(models) {
      offered = models
      listed.length = 0
    },
  }
}

function list(response: ServerResponse, offered: readonly string[] | number): void {
  const status = typeof offered === 'number' ? offered : 200
  const data = typeof offered === 'number' ? [] : offered.map((id, age) => ({ id, created: 1_000 - age }))
  const body = status === 200 ? { object: 'list', data } : { error: { message: 'Incorrect API key' } }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const usage = { prompt_tokens: 900, completion_tokens: 200, total_tokens: 1_100 }

/** A whole answer in chat completions. */
export function text(content: string, finish = 'stop'): Said {
  const half = Math.ceil(content.length / 2)
  return chat([
    { delta: { role: 'assistant', content: content.slice(0, half) } },
    { delta: { content: content.slice(half) } },
    { delta: {}, finish_reason: finish },
  ])
}

export function json(value: Json): Said {
  return text(JSON.stringify(value))
}

export function refusal(words: string): Said {
  return chat([{ delta: { role: 'assistant', refusal: words } }, { delta: {}, finish_reason: 'stop' }])
}

/** @param args as text: a model may write anything */
export function toolCall(tool: string, args: string): Said {
  const begun = { index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: '' } }
  const pieces = [begun, { index: 0, function: { arguments: args } }]
  return chat([
    ...pieces.map(piece => ({ delta: { tool_calls: [piece] } })),
    { delta: {}, finish_reason: 'tool_calls' },
  ])
}

/** An answer that asks for all of the calls at once. */
export function many(...calls: readonly (readonly [tool: string, args: object])[]): Said {
  const pieces = calls.map(([name, args], index) => ({
    ...{ index, id: `call_${index}`, type: 'function' },
    function: { name, arguments: JSON.stringify(args) },
  }))
  return chat([{ delta: { tool_calls: pieces } }, { delta: {}, finish_reason: 'tool_calls' }])
}

/** An answer that ends in the middle: the server closes it as if it were whole. */
export function cut(content: string): Said {
  return response => {
    begin(response)
    response.end(chunkOf({ delta: { role: 'assistant', content } }))
  }
}

/** The connection breaks within the answer. */
export function broken(content: string): Said {
  return response => {
    begin(response)
    response.write(chunkOf({ delta: { role: 'assistant', content } }), () => response.destroy())
  }
}

/** Some words, then nothing more; the connection stays. */
export function stalled(content: string): Said {
  return response => {
    begin(response)
    response.write(chunkOf({ delta: { role: 'assistant', content } }))
  }
}

/** It never begins to answer. */
export const silent: Said = () => {}

export function failing(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Said {
  return response => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, type: 'error' } }))
  }
}

/** The answer of a proxy that knows nothing of models. */
export const page: Said = response => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>')
}

/** Without end. */
export const endless: Said = response => {
  begin(response)
  const write = () => {
    while (!response.destroyed && response.write(chunkOf({ delta: { content: 'and so on '.repeat(500) } })));
  }
  response.on('drain', write)
  write()
}

/** A whole answer in the messages of Anthropic. */
export function anthropic(content: string, stop = 'end_turn'): Said {
  return response => {
    begin(response)
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
    const counted = { input_tokens: 900, output_tokens: 1 }
    const events = [
      {
        type: 'message_start',
        message: { ...message, stop_reason: null, stop_sequence: null, usage: counted },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: content } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: 200 },
      },
      { type: 'message_stop' },
    ]
    response.end(events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  }
}

function chat(choices: readonly object[]): Said {
  return response => {
    begin(response)
    for (const choice of choices) response.write(chunkOf(choice))
    response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`)
    response.end('data: [DONE]\n\n')
  }
}

const head = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'm' }

function chunkOf(choice: object): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
}
