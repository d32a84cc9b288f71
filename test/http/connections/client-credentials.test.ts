import { test } from 'tap'
import { withBasicClient } from '../../../http/connections/client-credentials.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const form = new Map([['code', 'cc_1']])

test('a client says who it is in the form, or by Basic with any password', async t => {
  for (const header of [basic('cli_1:'), basic('cli_1:secret'), basic('cli_1:').replace('Basic', 'basic')])
    t.equal(withBasicClient(form, header).get('client_id'), 'cli_1', header)
  t.equal(
    withBasicClient(form, basic('https%3A%2F%2Fa.example%2Fc:')).get('client_id'),
    'https://a.example/c',
  )
  for (const header of ['', 'Bearer sk_1']) t.equal(withBasicClient(form, header), form, header)
  const both = new Map([...form, ['client_id', 'cli_1']])
  t.equal(withBasicClient(both, basic('cli_1:')).get('client_id'), 'cli_1')
})

test('form and header that differ, and a header that is not Basic as it is written, are refused', async t => {
  const both = new Map([...form, ['client_id', 'cli_2']])
  t.throws(() => withBasicClient(both, basic('cli_1:')), { code: 'invalid_request' })
  for (const header of ['Basic ', 'Basic %%%', basic('cli_1'), basic(':x'), basic('%zz:')])
    t.throws(() => withBasicClient(form, header), { code: 'invalid_request' }, header)
})
