import fc from 'fast-check'
import { test } from 'tap'
import { SecretIndex, scrubbed, shortestSecret } from '../../../rpc/credentials/secret-index.ts'

/** Few letters, so that secrets overlap and contain each other. */
const letters = fc.constantFrom('a', 'b', '=', '\u00e9')
const secretText = fc.string({ unit: letters, minLength: shortestSecret, maxLength: 12 })
const secretList = fc.array(secretText, { minLength: 1, maxLength: 20 })

test('it finds what a search for one after the other finds', async t => {
  fc.assert(
    fc.property(secretList, fc.string({ unit: letters, maxLength: 60 }), (secrets, text) => {
      const index = new SecretIndex(secrets)
      const isThere = secrets.some(secret => text.includes(secret))
      return !isThere || index.holds(text)
    }),
    { numRuns: 2_000 },
  )
  t.pass()
})

test('no character of a secret is left, however secrets overlap', async t => {
  fc.assert(
    fc.property(secretList, fc.string({ unit: letters, maxLength: 60 }), (secrets, text) => {
      const covered = Array.from(text, () => false)
      for (const secret of secrets)
        for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
          covered.fill(true, at, at + secret.length)
      const kept = [...text].filter((_, i) => !covered[i]).length
      return new SecretIndex(secrets).replaceIn(text).replaceAll(scrubbed, '').length <= kept
    }),
    { numRuns: 2_000 },
  )
  t.pass()
})

test('forms that follow each other are each found, and a text without any is given back itself', async t => {
  const index = new SecretIndex(['abcdef', 'ghijklmn'])
  t.equal(index.replaceIn('abcdefghijklmn-abcdef'), `${scrubbed}${scrubbed}-${scrubbed}`)
  t.equal(index.replaceIn('abcdefgh ghijklm'), `${scrubbed}gh ghijklm`)
  t.equal(index.replaceIn('abcdexghijklm'), 'abcdexghijklm')
  t.equal(index.cutOffAt('it said ghijkl'), 'it said '.length)
  t.equal(index.cutOffAt('it said ghijk'), 'it said ghijk'.length)
})

test('a text that was made to take long is cut off, and nothing of a secret is left in it', async t => {
  const index = new SecretIndex([`${'a'.repeat(8_000)}b`])
  t.match(index.replaceIn(`kept ${'a'.repeat(300_000)}b`), /^kept a{1,2000}\[secret\]$/)
  t.equal(index.replaceIn(`kept ${'a'.repeat(8_000)}b kept`), `kept ${scrubbed} kept`)
  t.equal(index.replaceIn('a'.repeat(500)), 'a'.repeat(500))
})
