import fc from 'fast-check'
import { test } from 'tap'
import { Scrubber } from '../../../rpc/credentials/scrubber.ts'
import { scrubbed, shortestSecret } from '../../../rpc/credentials/secret-index.ts'

const organization = 'org_1'

function knowing(...secrets: string[]): Scrubber {
  const scrubber = new Scrubber()
  scrubber.remember(organization, secrets)
  return scrubber
}

const secretText = fc.string({ minLength: shortestSecret, maxLength: 60, unit: 'grapheme-ascii' })
const anyText = fc.string({ maxLength: 30 })

test('a secret is found in every form in which a server may echo it', async t => {
  const secret = 's3cr+t/"pass word\\é!?=&'
  const scrubber = knowing(secret)
  const form = new URLSearchParams({ s: secret }).toString().slice(2)
  const forms = {
    plain: secret,
    json: JSON.stringify(secret).slice(1, -1),
    'json in json': JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    'json with escaped slashes': JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    url: encodeURIComponent(secret),
    'url in lower case': encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
    form,
    'url, every character': Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
    'json, every character': [...secret].map(unit => `\\u00${unit.charCodeAt(0).toString(16)}`).join(''),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
  }
  for (const [name, echoed] of Object.entries(forms)) {
    t.equal(scrubber.scrub(organization, `before ${echoed} after`), `before ${scrubbed} after`, name)
    const value = { list: [1, echoed], [echoed]: { deep: `x${echoed}y` }, kept: 'kept' }
    t.strictSame(scrubber.scrubValue(organization, value), {
      list: [1, scrubbed],
      [scrubbed]: { deep: `x${scrubbed}y` },
      kept: 'kept',
    })
  }
})

test('no secret survives in base64 of a longer text, wherever it begins', async t => {
  fc.assert(
    fc.property(secretText, anyText, anyText, (secret, before, after) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const echoed = Buffer.from(before + secret + after).toString(encoding)
        const clean = knowing(secret).scrubValue(organization, echoed)
        if (clean === echoed) return false
      }
      return true
    }),
  )
  t.pass()
})

test('a text with a secret anywhere comes back without it', async t => {
  fc.assert(
    fc.property(fc.array(secretText, { minLength: 1, maxLength: 5 }), anyText, anyText, (secrets, a, b) => {
      const scrubber = knowing(...secrets)
      for (const secret of secrets) {
        const text = scrubber.scrubValue(organization, `${a}${secret}${b}`)
        // What remains may spell a secret only together with the sign itself.
        if (text.split(scrubbed).some(part => part.includes(secret))) return false
      }
      return true
    }),
  )
  t.pass()
})

test('a value without a secret is given back itself', async t => {
  const value = { list: ['a', 1, null, { deep: true }], text: 'nothing here' }
  t.equal(knowing('a-long-secret').scrubValue(organization, value), value)
  t.equal(new Scrubber().scrubValue(organization, value), value)
})

test('a secret of one organization is not looked for in what another is told', async t => {
  const scrubber = knowing('a-long-secret')
  t.equal(scrubber.scrub('org_2', 'a-long-secret'), 'a-long-secret')
})

test('a secret of digits is found as a number', async t => {
  t.strictSame(knowing('31415926').scrubValue(organization, [31415926, 27]), [scrubbed, 27])
})

test('a secret that a message was cut off in the middle of is taken out', async t => {
  const scrubber = knowing('a-long-secret')
  for (const end of ['', '"', '...', '" ', '…'])
    t.equal(
      scrubber.scrub(organization, `it said: token a-long-se${end}`),
      `it said: token ${scrubbed}${end}`,
    )
  t.equal(scrubber.scrub(organization, 'it said: a-lon'), 'it said: a-lon', 'too short to tell')
})

test('a secret that is too short to be told from other text is not looked for', async t => {
  t.equal(knowing('abcde').scrub(organization, 'abcde'), 'abcde')
  t.equal(knowing('abcdef').scrub(organization, 'abcdef'), scrubbed)
})

test('a secret is forgotten an hour after its last use', async t => {
  let now = 0
  const scrubber = new Scrubber(() => now)
  scrubber.remember(organization, ['first-secret'])
  now = 3_000_000
  scrubber.remember(organization, ['second-secret'])
  now = 3_600_001
  t.equal(scrubber.scrub(organization, 'first-secret second-secret'), `first-secret ${scrubbed}`)
  now = 6_600_001
  t.equal(scrubber.scrub(organization, 'second-secret'), 'second-secret')
})

test('what is stored is known as long as it is, and for an hour after', async t => {
  let now = 0
  const scrubber = new Scrubber(() => now)
  const [first, second, none] = [[{}], [{}], []]
  t.ok(scrubber.hasLearnt(organization, none), 'there is nothing to learn')
  t.notOk(scrubber.hasLearnt(organization, first))
  scrubber.learn(organization, first, ['first-secret', 'kept-secret'])
  t.ok(scrubber.hasLearnt(organization, first))
  t.notOk(scrubber.hasLearnt(organization, second))
  now = 1e9
  t.equal(scrubber.scrub(organization, 'first-secret'), scrubbed)
  scrubber.learn(organization, second, ['kept-secret'])
  now += 3_599_999
  t.equal(scrubber.scrub(organization, 'first-secret kept-secret'), `${scrubbed} ${scrubbed}`)
  now += 1
  t.equal(scrubber.scrub(organization, 'first-secret kept-secret'), `first-secret ${scrubbed}`)
  scrubber.learn(organization, none, [])
  t.ok(scrubber.hasLearnt(organization, none))
  now += 3_600_000
  t.equal(scrubber.scrub(organization, 'kept-secret'), 'kept-secret')
})

test('of too many characters the secret that was learnt or sent longest ago is dropped, never one just sent', async t => {
  const scrubber = new Scrubber()
  const long = (i: number) => `secret-${i}-`.padEnd(8_000, 'x')
  scrubber.learn(
    organization,
    [{}],
    Array.from({ length: 40 }, (_, i) => long(i)),
  )
  scrubber.remember(organization, ['sent-secret'])
  t.equal(scrubber.scrub(organization, `sent-secret ${long(39)}`), `${scrubbed} ${scrubbed}`)
  t.equal(scrubber.scrub(organization, long(0)), long(0))
})

test('a token that is no proper text is looked for like any other', async t => {
  t.equal(knowing('half\ud800-a-token').scrub(organization, 'half\ud800-a-token'), scrubbed)
})
