import { test } from 'tap'
import { readSettings } from '../../../domain/settings/settings.ts'

test('a provider is switched on by its id and its secret, and half of it is a mistake', async t => {
  const google = { OAUTH_GOOGLE_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET: 'secret' }
  t.strictSame(readSettings({}).signInProviders, [])
  t.strictSame(readSettings(google).signInProviders, [
    { name: 'google', clientId: 'id', clientSecret: 'secret', issuer: null },
  ])
  const issuer = 'https://login.example.com/realms/one/'
  t.match(readSettings({ ...google, OAUTH_GOOGLE_ISSUER: issuer }).signInProviders, [{ issuer }])
  t.throws(
    () => readSettings({ OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITLAB_CLIENT_SECRET: 'secret' }),
    /OAUTH_GITHUB_CLIENT_SECRET: expected beside OAUTH_GITHUB_CLIENT_ID\n.*OAUTH_GITLAB_CLIENT_ID: expected beside/,
  )
  t.throws(() => readSettings({ ...google, OAUTH_GOOGLE_ISSUER: 'ftp://example.com' }), /OAUTH_GOOGLE_ISSUER/)
})

test('an SMTP server and a sender are what they look like', async t => {
  const fit = ['smtp://localhost', 'smtp://me%40a.example:p%40ss@mail.internal:587', 'smtps://10.0.0.1:465/']
  for (const SMTP_URL of fit) t.equal(readSettings({ SMTP_URL }).smtpUrl, SMTP_URL)
  for (const SMTP_URL of ['http://mail', 'smtp://', 'smtp://a b', 'smtp://mail/path', 'mail.example.com:587'])
    t.throws(() => readSettings({ SMTP_URL }), /SMTP_URL: expected smtp:/, SMTP_URL)
  for (const MAIL_FROM of ['a@b.example', 'Troupe <a@b.example>'])
    t.equal(readSettings({ MAIL_FROM }).mailFrom, MAIL_FROM)
  for (const MAIL_FROM of ['nobody', 'A <a@b>\r\nBcc: c@d', '<a@b.example', 'a@b@c'])
    t.throws(() => readSettings({ MAIL_FROM }), /MAIL_FROM/, MAIL_FROM)
})
