// A tool server with one tool, `echo`, that gives back its arguments: plain JSON-RPC 2.0 (tools/list,
// tools/call) on uWebSockets.js, so that the tool itself costs next to nothing. A process of its own; sends
// its port to its parent and ends with it.
import { App, us_socket_local_port } from 'uWebSockets.js'

interface Call {
  readonly id?: string | number | null
  readonly method: string
  readonly params?: { readonly arguments?: unknown }
}

const echo = {
  name: 'echo',
  title: 'Echo',
  description: 'Gives back the value that it was given.',
  inputSchema: { type: 'object', properties: { value: {} }, required: ['value'] },
  annotations: { readOnlyHint: true, idempotentHint: true },
}

App()
  .post('/rpc', response => {
    let body = Buffer.alloc(0)
    let isAborted = false
    response.onAborted(() => {
      isAborted = true
    })
    response.onData((chunk, isLast) => {
      body = Buffer.concat([body, Buffer.from(chunk)])
      if (!isLast || isAborted) return
      const call = JSON.parse(body.toString()) as Call
      response.cork(() => {
        if (call.id === undefined) response.writeStatus('202 Accepted').end()
        else response.writeHeader('Content-Type', 'application/json').end(JSON.stringify(answer(call)))
      })
    })
  })
  .listen('127.0.0.1', 0, socket => {
    process.send?.({ port: us_socket_local_port(socket) })
    process.once('disconnect', () => process.exit())
  })

function answer({ id, method, params }: Call): unknown {
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools: [echo] } }
  if (method !== 'tools/call') {
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `no method ${method}` } }
  }
  const value = params?.arguments ?? null
  const content = [{ type: 'text', text: JSON.stringify(value) }]
  return { jsonrpc: '2.0', id, result: { content, structuredContent: value, isError: false } }
}
