import fc from 'fast-check'
import { test } from 'tap'
import { RpcError, readRequest, rpcFailureOf } from '../../rpc/json-rpc.ts'

test('a request has jsonrpc 2.0, a method, and may have params and an id', async t => {
  const request = { jsonrpc: '2.0', method: 'm', params: { a: 1 }, id: 'x' }
  t.strictSame(readRequest(request), request)
  t.strictSame(readRequest({ jsonrpc: '2.0', method: 'm' }), { jsonrpc: '2.0', method: 'm' })
  for (const id of [null, 0, -1.5, '']) t.strictSame(readRequest({ ...request, id }), { ...request, id })
  for (const params of [[], {}, [1, 2]])
    t.strictSame(readRequest({ ...request, params }), { ...request, params })
})

test('members that the specification does not name are dropped', async t => {
  t.strictSame(readRequest({ jsonrpc: '2.0', method: 'm', id: 1, result: 1, error: {}, extra: true }), {
    jsonrpc: '2.0',
    method: 'm',
    id: 1,
  })
})

test('anything else is no request', async t => {
  const request = { jsonrpc: '2.0', method: 'm', id: 1 }
  const others = [
    ...[null, 1, 'x', true, [], [request]],
    ...[undefined, 2, '2', '2.00', 'x'].map(jsonrpc => ({ ...request, jsonrpc })),
    ...[undefined, 1, null, ['m'], {}].map(method => ({ ...request, method })),
    ...['bar', 1, null, true].map(params => ({ ...request, params })),
    ...[{}, [], true].map(id => ({ ...request, id })),
  ]
  for (const other of others) t.equal(readRequest(other), null, JSON.stringify(other))
})

test('no JSON value makes the reader throw, and what it takes has a method', async () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const request = readRequest(value)
      return request === null || typeof request.method === 'string'
    }),
  )
})

test('an error that is not meant for the caller is answered without its words', async t => {
  const failure = rpcFailureOf(1, new TypeError('a secret'))
  t.strictSame(failure, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } })
  t.strictSame(rpcFailureOf('a', new RpcError(-32602, 'no', { tool: 'x' })), {
    jsonrpc: '2.0',
    id: 'a',
    error: { code: -32602, message: 'no', data: { tool: 'x' } },
  })
})
