import { test } from 'tap'
import { createOriginCheck } from '../../http/origins.ts'

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
