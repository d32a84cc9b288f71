import { test } from 'tap'
import { AllowedIps, AllowedOrigins, guardOf, isWithinList } from '../../../domain/people/key-restrictions.ts'

const everywhere = { allowedIps: null, allowedOrigins: null }

test('a key without lists has no guard', async t => {
  t.equal(guardOf(everywhere), null)
})

test('an address is let in by an entry that is it, or a range around it', async t => {
  const guard = guardOf({
    ...everywhere,
    allowedIps: ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '0.0.0.0/32'],
  })!
  for (const address of ['203.0.113.7', '10.255.0.1', '2001:db8:0:0:0:0:0:1', '::ffff:10.0.0.1']) {
    t.equal(guard(address, ''), null, address)
  }
  for (const address of ['203.0.113.8', '11.0.0.0', '2001:db9:0:0:0:0:0:1', '0.0.0.1', '', 'nonsense']) {
    t.match(guard(address, ''), /not from the address/, address)
  }
})

test('an origin is let in as it stands in the list, and nothing else is', async t => {
  const guard = guardOf({ ...everywhere, allowedOrigins: ['https://a.example'] })!
  t.equal(guard('10.0.0.1', 'https://a.example'), null)
  for (const origin of [
    'https://A.example',
    'https://a.example:443',
    'https://a.example.evil.com',
    'null',
    '',
  ]) {
    t.ok(guard('10.0.0.1', origin), origin)
  }
})

test('lists hold addresses and origins in their plain form only', async t => {
  const fits = (schema: typeof AllowedIps | typeof AllowedOrigins, entry: string) =>
    schema.safeParse([entry]).success
  for (const entry of ['1.2.3.4', '0.0.0.0/0', '::1', '::/0', '2001:db8::/48'])
    t.ok(fits(AllowedIps, entry), entry)
  for (const entry of [
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '::1/129',
    '::ffff:1.2.3.4',
    'fe80::1%1',
    'a',
    '',
  ]) {
    t.notOk(fits(AllowedIps, entry), entry)
  }
  for (const entry of ['https://a.example', 'http://localhost:5173']) t.ok(fits(AllowedOrigins, entry), entry)
  for (const entry of [
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://*.example',
    '',
  ]) {
    t.notOk(fits(AllowedOrigins, entry), entry)
  }
})

test('a list is within another when that has all of its entries', async t => {
  t.ok(isWithinList(null, null))
  t.ok(isWithinList(['a'], null))
  t.ok(isWithinList(['a'], ['b', 'a']))
  t.notOk(isWithinList(['a', 'c'], ['b', 'a']))
  t.notOk(isWithinList(null, ['a']))
})
