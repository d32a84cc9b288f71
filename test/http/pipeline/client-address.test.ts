import { test } from 'tap'
import { clientAddress } from '../../../http/pipeline/client-address.ts'

const forwarded = (...values: string[]) => values.flatMap(value => ['x-forwarded-for', value])

test('without trusted proxies the header is only a claim', async t => {
  t.equal(clientAddress('10.0.0.1', forwarded('1.2.3.4'), 0), '10.0.0.1')
})

test('with n trusted proxies the nth entry from the right is the client', async t => {
  const fields = forwarded('6.6.6.6, 1.1.1.1', '2.2.2.2')
  t.equal(clientAddress('10.0.0.1', fields, 1), '2.2.2.2')
  t.equal(clientAddress('10.0.0.1', fields, 2), '1.1.1.1')
  t.equal(clientAddress('10.0.0.1', [], 1), '10.0.0.1')
})

test('an entry that is no address is not believed', async t => {
  for (const claim of ['', 'unknown', '1.2.3', '01.2.3.4', '<script>']) {
    t.equal(clientAddress('10.0.0.1', forwarded(claim), 1), '10.0.0.1', claim)
  }
})

test('one address has one form', async t => {
  t.equal(clientAddress('0000:0000:0000:0000:0000:ffff:7f00:0001', [], 0), '127.0.0.1')
  t.equal(clientAddress('2001:DB8::1', [], 0), clientAddress('2001:db8:0:0:0:0:0:1', [], 0))
})
