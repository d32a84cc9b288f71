import { test } from 'tap'
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
