import { test } from 'tap'
import { CheckoutRequest, isOwnPath, PortalRequest } from '../../../domain/billing/checkout.ts'

test('a path of our own is one, and nothing is that a browser takes for another origin', async t => {
  for (const path of ['/', '/settings/billing', '/a?b=c&d=%2F#e', '/x/../y']) t.ok(isOwnPath(path), path)
  const foreign = ['', 'https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'x/y']
  const odd = ['/a b', '/a\nb', '/\t/evil.example', '/ä', ' /x', 'javascript:alert(1)', '/\u0000', '/a\\b']
  for (const path of [...foreign, ...odd]) t.notOk(isOwnPath(path), path)
})

test('a checkout is for pro unless it names another plan that is sold', async t => {
  t.match(CheckoutRequest.parse({}), { plan: 'pro', successPath: /^\/settings/, cancelPath: /^\/settings/ })
  t.match(CheckoutRequest.parse({ plan: 'scale', price: 'price_1', customer: 'cus_1' }), { plan: 'scale' })
  for (const plan of ['free', 'gold', 1, null]) t.notOk(CheckoutRequest.safeParse({ plan }).success)
  t.notOk(PortalRequest.safeParse({ returnPath: 'https://evil.example' }).success)
})
