import type { LookupFunction } from 'node:net'
import { test } from 'tap'
import { allowsAddress, checkUrl, guardedLookup, shownHost } from '../../../rpc/outbound/address-policy.ts'

/** Every way to write an address that is not public, or a URL that is not ours to call. */
const refusedInPublic = [
  'http://127.1/',
  'http://0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1:8080/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::7f00:1]/',
  'http://[::]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[4000::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://①②⑦.⓪.⓪.①/',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST:8080/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://postgres/',
]

const refusedAlways = [
  'http://a@127.0.0.1/',
  'https://user:password@example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'http://example.com/\r\nX: 1',
  'http://exam\tple.com/',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:5432/',
  'http://example.com:6379/',
  'http://',
  'example.com',
  '',
  '//example.com/',
]

test('the public policy refuses every spelling of an address that is not public', async t => {
  for (const url of refusedInPublic) {
    t.throws(() => checkUrl(url, 'public'), { code: 'refused-address', retryable: false }, url)
    t.doesNotThrow(() => checkUrl(url, 'open'), url)
  }
})

test('every policy refuses other protocols, credentials, line breaks and ports of other protocols', async t => {
  for (const url of refusedAlways) {
    t.throws(() => checkUrl(url, 'public'), { code: 'bad-url', retryable: false }, url)
    t.throws(() => checkUrl(url, 'open'), { code: 'bad-url', retryable: false }, url)
  }
})

test('the public policy allows names and addresses of the public internet', async t => {
  const allowed = [
    'https://example.com/a?b=c',
    'http://example.com:8080/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://münchen.example/',
    'https://notlocalhost.example/',
  ]
  for (const url of allowed) t.equal(checkUrl(url, 'public').href, new URL(url).href)
})

test('a refusal quotes neither password nor query', async t => {
  t.notMatch(messageOf('https://user:hunter2@example.com/'), 'hunter2')
  t.notMatch(messageOf('http://10.0.0.1/?token=hunter2'), 'hunter2')
})

test('what is no IP address is not allowed', async t => {
  for (const text of ['', 'example.com', '1.2.3', '999.1.1.1', '::g'])
    t.notOk(allowsAddress(text, 'open'), text)
})

test('a refusal does not tell what a name resolves to; its cause does, for the log', async t => {
  for (const address of ['10.0.0.1', '127.0.0.1', 'fd00::1']) {
    const lookup = guardedLookup('public', (_, __, callback) => callback(null, [{ address, family: 4 }]))
    const refusal = await resolve(lookup).then(
      () => null,
      (error: Error) => error,
    )
    t.match(refusal, {
      code: 'refused-address',
      message: /^rebind\.example has an address that is not of the public/,
    })
    t.notOk(refusal!.message.includes(address))
    t.match(refusal!.cause, { message: `rebind.example is ${address}` })
  }
  for (const url of ['http://10.0.0.1/', 'http://[fd00::1]:8080/', 'http://vault.internal/'])
    t.match(messageOf(url), /^the host is not an? (address|name) of the public internet/, url)
})

test('a name is judged by what it resolves to at the moment of connecting', async t => {
  const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], []]
  const changesItsMind: LookupFunction = (_, __, callback) => {
    const found = answers.shift()!.map(address => ({ address, family: 4 }))
    callback(null, found)
  }
  const lookup = guardedLookup('public', changesItsMind)
  t.equal(await resolve(lookup), '93.184.216.34')
  await t.rejects(resolve(lookup), { code: 'refused-address' })
  await t.rejects(resolve(lookup), { code: 'refused-address' }, 'one bad address spoils the name')
  await t.rejects(resolve(lookup), { code: 'unreachable' })
})

function resolve(lookup: LookupFunction): Promise<string> {
  return new Promise((done, fail) => {
    lookup('rebind.example', { all: false }, (error, address) =>
      error === null ? done(String(address)) : fail(error),
    )
  })
}

function messageOf(url: string): string {
  try {
    checkUrl(url, 'public')
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('a host that an answer named is shown when it is of the public internet, and not when it is inner', async t => {
  const shown = (url: string) => shownHost(new URL(url), 'public')
  t.equal(shown('https://elsewhere.example:8443/path?token=1'), 'elsewhere.example:8443')
  for (const url of [
    'http://10.0.0.5:8080/',
    'http://[fd00::1]/',
    'http://db.internal/',
    'http://2130706433/',
    'http://postgres/',
  ])
    t.equal(shown(url), 'a host that is not of the public internet', url)
  t.equal(shownHost(new URL('http://10.0.0.5:8080/'), 'open'), '10.0.0.5:8080')
})
