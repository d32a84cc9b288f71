import { test } from 'tap'
import { checkHeaders } from '../../../rpc/outbound/request-headers.ts'

test('headers pass as they are, in lower case, and say who asks unless they do', async t => {
  t.same(checkHeaders({ 'X-Key': 'a\tb é' }, 'h'), ['x-key', 'a\tb é', 'user-agent', 'Troupe'])
  t.same(checkHeaders({ 'User-Agent': 'me' }, 'h'), ['user-agent', 'me'])
})

test('no header splits the request, belongs to the connection, or shows its value when it is refused', async t => {
  const bad = [
    ...['v\r\nX: 1', 'v\n', 'v\u0000', 'v\u007f', 'v\u0100'].map(value => ({ authorization: value })),
    ...['a b', '', 'a:', 'ä', 'a\r\n', 'x'.repeat(257)].map(name => ({ [name]: 'v' })),
    ...['Host', 'Content-Length', 'transfer-encoding', 'Connection', 'accept-encoding'].map(name => ({
      [name]: 'v',
    })),
  ]
  for (const headers of bad) {
    const shown = /^h was not called: the header "(?!.*\bv\b)/
    t.throws(
      () => checkHeaders(headers, 'h'),
      { code: 'bad-header', message: shown },
      JSON.stringify(headers),
    )
  }
})
