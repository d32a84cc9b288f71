// A plain tool server that writes and reads its JSON by hand: ids of 19 digits stand in it as numbers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import tap from 'tap'

export const digits = '7615917337495251231'

const schema = '{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}'
const tool = `{"name":"find","description":"Finds an entry","inputSchema":${schema},"outputSchema":${schema}}`

/** Ended with the test file. Its tool `find` answers with the id that it is asked for. */
export async function startDigitsServer() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    const { id = null, method } = body === '' ? {} : JSON.parse(body)
    const results: Readonly<Record<string, string>> = {
      'tools/list': `{"tools":[${tool}]}`,
      'tools/call': `{"content":[],"structuredContent":{"id":${digits}}}`,
    }
    const result = results[method]
    const said = result === undefined ? '"error":{"code":-32601,"message":"no"}' : `"result":${result}`
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${said}}`)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  tap.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`, bodies }
}
