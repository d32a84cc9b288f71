// Section 7 of the JSON-RPC 2.0 specification: its 15 exchanges, in its order.
import type { Json } from '../../domain/json.ts'

export interface Exchange {
  readonly title: string
  /** The body, to the letter. */
  readonly sent: string
  readonly status: number
  /** Null: nothing is answered. */
  readonly body: Json
}

const invalid = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null }
const parseError = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }
const notFound = (id: Json) => ({ jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id })
const result = (result: Json, id: Json) => ({ jsonrpc: '2.0', result, id })

export const exchanges: readonly Exchange[] = [
  {
    title: 'positional parameters',
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
    status: 200,
    body: result(19, 1),
  },
  {
    title: 'positional parameters, other order',
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
    status: 200,
    body: result(-19, 2),
  },
  {
    title: 'named parameters',
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    status: 200,
    body: result(19, 3),
  },
  {
    title: 'named parameters, other order',
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    status: 200,
    body: result(19, 4),
  },
  {
    title: 'a notification',
    sent: '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}',
    status: 202,
    body: null,
  },
  {
    title: 'a notification of an unknown method',
    sent: '{"jsonrpc": "2.0", "method": "foobar"}',
    status: 202,
    body: null,
  },
  {
    title: 'an unknown method',
    sent: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    status: 200,
    body: notFound('1'),
  },
  {
    title: 'invalid JSON',
    sent: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
    status: 400,
    body: parseError,
  },
  {
    title: 'an invalid request',
    sent: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
    status: 400,
    body: invalid,
  },
  {
    title: 'a batch of invalid JSON',
    sent: '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"]',
    status: 400,
    body: parseError,
  },
  { title: 'an empty batch', sent: '[]', status: 200, body: invalid },
  { title: 'an invalid batch that is not empty', sent: '[1]', status: 200, body: [invalid] },
  { title: 'an invalid batch', sent: '[1,2,3]', status: 200, body: [invalid, invalid, invalid] },
  {
    title: 'a batch',
    sent: `[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
    status: 200,
    body: [result(7, '1'), result(19, '2'), invalid, notFound('5'), result(['hello', 5], '9')],
  },
  {
    title: 'a batch of notifications',
    sent: `[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]`,
    status: 202,
    body: null,
  },
]
