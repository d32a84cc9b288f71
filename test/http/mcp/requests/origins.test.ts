import { test } from 'tap'
import { createHostCheck, createOriginCheck } from '../../../../http/mcp/requests/origins.ts'

const check = (appUrl: string, corsOrigins: string[] = []) => {
  const judge = createOriginCheck({ appUrl, corsOrigins })
  return (origin: string) => {
    try {
      judge(origin)
      return true
    } catch {
      return false
    }
  }
}

test('on a public address its own origin and those that are listed pass, and no other', async t => {
  const passes = check('https://app.example.com', ['https://partner.example'])
  for (const origin of ['', 'https://app.example.com', 'https://partner.example'])
    t.ok(passes(origin), origin)
  for (const origin of [
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://evil.example',
    'http://localhost:8080',
    'null',
    'not an origin',
  ]) {
    t.notOk(passes(origin), origin)
  }
})

test('on a loopback address every page of this machine passes', async t => {
  const passes = check('http://localhost:8080')
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:80'])
    t.ok(passes(origin), origin)
  for (const origin of ['http://localhost.evil.example', 'http://evil.example', 'null'])
    t.notOk(passes(origin), origin)
})

test('a list of * lets everybody pass', async t => {
  t.ok(check('https://app.example.com', ['*'])('https://evil.example'))
})

test('the service is called by its own name, a listed one, or an address', async t => {
  const judge = createHostCheck({
    appUrl: 'https://app.example.com',
    corsOrigins: ['https://partner.example', '*'],
  })
  const own = ['app.example.com', 'APP.example.com:443', 'partner.example', 'localhost:8080']
  for (const host of [...own, '127.0.0.1:8080', '10.1.2.3', '[::1]:8080', '[2001:db8::1]'])
    t.doesNotThrow(() => judge(host), host)
  for (const host of [
    'evil',
    'evil.example:8080',
    'app.example.com.evil.example',
    '127.0.0.1.evil.example',
    '',
  ])
    t.throws(() => judge(host), { code: 'forbidden' }, host)
})
