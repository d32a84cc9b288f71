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
