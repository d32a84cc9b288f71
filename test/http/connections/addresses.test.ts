import { test } from 'tap'
import { createAddresses, isResource } from '../../../http/connections/addresses.ts'

test('each address that is the service is its own issuer, and any other name is the configured one', async t => {
  const appUrl = 'https://troupe.example.com'
  const { originOf } = createAddresses({ appUrl, corsOrigins: ['https://app.example.com', '*'] })
  for (const [host, origin] of [
    ['troupe.example.com', appUrl],
    ['TROUPE.example.com', appUrl],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['evil.example.com', appUrl],
    ['troupe.example.com.evil.example', appUrl],
    ['', appUrl],
    ['a"b', appUrl],
  ] as const)
    t.equal(originOf(host), origin, host)
})

test('a configured address with a port is answered with it', async t => {
  const { originOf } = createAddresses({ appUrl: 'http://localhost:8080', corsOrigins: [] })
  t.equal(originOf('localhost:8080'), 'http://localhost:8080')
  t.equal(originOf('localhost:9090'), 'http://localhost:9090')
})

test('scheme and host of a resource have no case, its path has', async t => {
  const own = 'https://troupe.example.com/rpc'
  for (const said of [own, `${own}/`, 'HTTPS://Troupe.EXAMPLE.com/rpc', 'https://troupe.example.com:443/rpc'])
    t.ok(isResource(said, own), said)
  for (const said of [
    ...['https://troupe.example.com/RPC', `${own}?a`, `${own}#a`, 'https://a@troupe.example.com/rpc'],
    ...['http://troupe.example.com/rpc', 'https://troupe.example.com', 'troupe.example.com/rpc', ''],
  ])
    t.notOk(isResource(said, own), said)
})
