// Bodies of /rpc: arguments keep their digits, and an id that would become a text is refused.
import { test } from 'tap'
import { parseRpcBody } from '../../../../http/mcp/requests/rpc-body.ts'

const digits = '7615917337495251231'

test('an argument keeps its digits, and so does an id that is a text', async t => {
  const body = `{"jsonrpc":"2.0","id":"${digits}","method":"m","params":{"id":${digits}}}`
  t.match(parseRpcBody(body), { id: digits, params: { id: digits } })
})

test('an id that is a longer number than JSON keeps is refused, alone and in a batch', async t => {
  const message = `{"jsonrpc":"2.0","id":${digits},"method":"m"}`
  for (const body of [message, `[{"id":1},${message}]`])
    t.throws(() => parseRpcBody(body), { code: 'invalid-json' })
})
