import { test } from 'tap'
import { clusterIdOf, nodeAddressOf } from '../../../domain/settings/cluster-settings.ts'
import { readSettings } from '../../../domain/settings/settings.ts'

test('the conformance fixtures are off unless asked for, and refused in production', async t => {
  t.equal(readSettings({}).conformanceFixtures, false)
  t.equal(readSettings({ CONFORMANCE_FIXTURES: '1' }).conformanceFixtures, true)
  t.equal(readSettings({ NODE_ENV: 'production' }).conformanceFixtures, false)
  t.throws(() => readSettings({ NODE_ENV: 'production', CONFORMANCE_FIXTURES: '1' }), {
    message: /CONFORMANCE_FIXTURES: expected off in production/,
  })
})

test('sign-ups are proved by mail when asked for, which needs a way to send mails in production', async t => {
  t.equal(readSettings({}).signUpProof, 'none')
  t.equal(readSettings({ SIGN_UP_PROOF: 'mail' }).signUpProof, 'mail')
  const production = { NODE_ENV: 'production', SIGN_UP_PROOF: 'mail' }
  t.throws(() => readSettings(production), { message: /SMTP_URL: expected a value/ })
  t.equal(readSettings({ ...production, SMTP_URL: 'smtp://mail.example' }).signUpProof, 'mail')
})

test('a cluster is off unless asked for, and asked for with all that it needs', async t => {
  t.equal(readSettings({}).cluster, null)
  t.equal(readSettings({ CLUSTER: 'off', NODE_ADDRESS: 'a:1' }).cluster, null)
  const secret = 's'.repeat(32)
  const given = {
    ...{ CLUSTER: 'on', NODE_ADDRESS: '10.0.0.5:7070', CLUSTER_SECRET: secret },
    ...{ DATABASE_URL: 'postgresql://a@b/c', MASTER_KEY: Buffer.alloc(32).toString('base64') },
  }
  t.strictSame(readSettings(given).cluster, { address: '10.0.0.5:7070', secret })
  for (const name of ['NODE_ADDRESS', 'CLUSTER_SECRET', 'DATABASE_URL', 'MASTER_KEY'])
    t.throws(() => readSettings({ ...given, [name]: '' }), {
      message: new RegExp(`${name}: expected a value, since CLUSTER is on: `),
    })
})

test('an address of a node is a host and a port, and a secret is long', async t => {
  const given = (changed: object) => () => readSettings({ ...changed })
  for (const address of ['10.0.0.5', 'http://a:1', 'a:0', 'a:65536', ':7070', '::1:7070', 'a:1/x', 'a b:1'])
    t.throws(given({ NODE_ADDRESS: address }), { message: /NODE_ADDRESS: expected host:port/ }, address)
  t.strictSame(nodeAddressOf('[fd00::5]:7070'), { host: 'fd00::5', port: 7070 })
  t.strictSame(nodeAddressOf('node-1.internal:65535'), { host: 'node-1.internal', port: 65_535 })
  t.throws(given({ CLUSTER_SECRET: 's'.repeat(31) }), { message: /CLUSTER_SECRET: expected at least 32/ })
  t.not(clusterIdOf('a'.repeat(32)), clusterIdOf('b'.repeat(32)))
  t.match(clusterIdOf('a'.repeat(32)), /^[\da-f]{32}$/)
})
