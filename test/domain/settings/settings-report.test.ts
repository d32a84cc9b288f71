import { test } from 'tap'
import { Environment, readSettings } from '../../../domain/settings/settings.ts'
import { describeSettings, misspeltNames } from '../../../domain/settings/settings-report.ts'

test('every problem of the configuration is told at once, those between variables too', t => {
  const environment = {
    PORT: 'eighty',
    HOSTS: '0',
    METRICS_TOKEN: 'short-secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    NODE_ENV: 'production',
    NETWORK_POLICY: 'open',
    CONFORMANCE_FIXTURES: 'on',
  }
  try {
    readSettings(environment)
    t.fail('it fits')
  } catch (error) {
    const { message } = error as Error
    const named = message
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(':')[0])
    t.strictSame(
      named.sort(),
      Object.keys(environment)
        .filter(name => name !== 'NODE_ENV')
        .sort(),
    )
    t.notMatch(message, /short-secret/, 'values are not repeated')
  }
  t.end()
})

test('the configuration is described with the source of each value, and every variable says what it means', t => {
  const lines = describeSettings({ PORT: '9000', HOSTS: '' })
  t.equal(lines.length, Object.keys(Environment.shape).length)
  t.ok(lines.includes('PORT=9000  # environment: port to listen on, 0 for a free one'))
  t.match(
    lines.find(line => line.startsWith('HOSTS=')),
    /^HOSTS= {2}# default: /,
  )
  t.match(
    lines.find(line => line.startsWith('FUSE_PURE_STEPS=')),
    /^FUSE_PURE_STEPS=on {2}# default: /,
  )
  for (const line of lines) t.match(line, /^[A-Z_]+=.* {2}# (default|environment): \S/)
  t.end()
})

test('no secret is described', t => {
  const shown = describeSettings({
    MASTER_KEY: 'hidden-1',
    MASTER_KEY_PREVIOUS: 'hidden-2',
    METRICS_TOKEN: 'hidden-3',
    DATABASE_URL: 'postgresql://anna:hidden-4%40@db.example:5432/troupe?password=hidden-5&sslmode=require',
    APP_URL: 'https://troupe.example/\nFORGED=1',
  }).join('\n')
  t.notMatch(shown, /hidden-\d/)
  t.match(
    shown,
    'DATABASE_URL=postgresql://anna:[redacted]@db.example:5432/troupe?password=[redacted]&sslmode=require',
  )
  t.notMatch(shown, /^FORGED/m)
  t.end()
})

test('names that are nearly ours are told, those of others are not', t => {
  const environment = { RATE_LIMIT_READS: '1', DATABASE_URI: 'x', TIMEZONE: 'x', RETENTION_DAY: '3' }
  t.strictSame(misspeltNames(environment), [
    'RATE_LIMIT_READS is not a variable of Troupe: is RATE_LIMIT_READ meant?',
    'DATABASE_URI is not a variable of Troupe: is DATABASE_URL meant?',
    'TIMEZONE is not a variable of Troupe: is TIME_ZONE meant?',
    'RETENTION_DAY is not a variable of Troupe: is RETENTION_DAYS meant?',
  ])
  const foreign = {
    HOME: '/',
    HOSTNAME: 'x',
    PORTS: '1',
    PATH: '/bin',
    LANG: 'C',
    NODE_OPTIONS: '',
    PORT: '1',
  }
  t.strictSame(misspeltNames(foreign), [])
  t.end()
})
