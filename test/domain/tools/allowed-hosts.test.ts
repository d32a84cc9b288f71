import { test } from 'tap'
import { allowsHost, isHostPattern } from '../../../domain/tools/allowed-hosts.ts'

test('a pattern is a host, the names below one, or all; with a port if need be', async t => {
  for (const pattern of [
    '*',
    'api.example.com',
    '*.example.com',
    'a.b:8443',
    'localhost',
    '127.0.0.1:1',
    '[::1]:80',
    'bücher.de',
  ])
    t.ok(isHostPattern(pattern), pattern)
  for (const pattern of [
    '',
    '*.com',
    '**',
    '*.',
    'a.*',
    'https://a.b',
    'a.b/c',
    'a b',
    'u@a.b',
    'a.b:99999',
    'a.b:',
    '[::1',
    '.',
  ])
    t.notOk(isHostPattern(pattern), pattern)
})

test('a URL is held against the patterns as it will be called', async t => {
  const cases: [string, string, boolean][] = [
    ['*', 'https://anything.example/', true],
    ['api.example.com', 'https://api.example.com/x', true],
    ['api.example.com', 'https://API.EXAMPLE.COM./x', true],
    ['api.example.com', 'https://api.example.com:8443/x', true],
    ['api.example.com:443', 'https://api.example.com/x', true],
    ['api.example.com:443', 'https://api.example.com:8443/x', false],
    ['api.example.com:443', 'http://api.example.com/x', false],
    ['api.example.com', 'https://api.example.com.evil.example/', false],
    ['api.example.com', 'https://evil.example/api.example.com', false],
    ['api.example.com', 'https://api.example.com@evil.example/', false],
    ['api.example.com', 'https://evil.example\\@api.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['127.0.0.1', 'http://127.1:8080/', true],
    ['127.0.0.1', 'http://0x7f000001/', true],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]:9/', true],
    ['bücher.de', 'https://xn--bcher-kva.de/', true],
    ['db.example.com', 'tcp://DB.example.com:5432', true],
    ['stdio:files', 'stdio:files', true],
    ['stdio:files', 'stdio:other', false],
    ['stdio:files', 'https://files/', false],
    ['files', 'stdio:files', false],
    ['stdio:8080', 'http://stdio:8080/', true],
  ]
  for (const [pattern, url, expected] of cases)
    t.equal(allowsHost([pattern], new URL(url)), expected, `${pattern} ${url}`)
  t.notOk(allowsHost([], new URL('https://a.b/')))
})
