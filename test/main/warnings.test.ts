// What a start warns of, from its settings.
import { test } from 'tap'
import { readSettings } from '../../domain/settings/settings.ts'
import { startWarnings } from '../../main/warnings.ts'
import { noStdioServers, type StdioSettings } from '../../rpc/stdio/stdio-file.ts'

const spec = (name: string, organizations?: readonly string[]) =>
  ({ name, organizations }) as unknown as StdioSettings['specs'][number]

function warnings(environment: Record<string, string>, specs: StdioSettings['specs'] = []): string {
  const settings = readSettings(environment)
  return startWarnings({ settings, environment, allowed: { ...noStdioServers, specs } }).join('\n')
}

const production = { NODE_ENV: 'production' }
const good = { ...production, SIGN_UP: 'off', APP_URL: 'https://troupe.example', HSTS_SECONDS: '31536000' }

test('a production that is closed and has its addresses is started without a word', async t => {
  t.equal(warnings(good), '')
  t.equal(warnings({}), '', 'nor is a development server')
})

test('an open production says what strangers could use', async t => {
  const model = { MODEL_URL: 'http://127.0.0.1:1/v1', MODEL_NAME: 'qwen' }
  const said = warnings({ ...good, ...model, SIGN_UP: 'open' }, [spec('files'), spec('mine', ['org_1'])])
  t.match(said, /SIGN_UP is open: anybody who reaches https:\/\/troupe\.example makes an account/)
  t.match(said, /500 executions a month for each organization \(FREE_TIER_EXECUTIONS\)/)
  t.match(said, /the model qwen \(MODEL_URL\), 1000 compute units a month for each organization/)
  t.match(said, /the programs files \(STDIO_SERVERS\)/)
  const unbounded = warnings({ ...good, ...model, SIGN_UP: 'open', MODEL_CU_PER_MONTH: 'off' })
  t.match(unbounded, /the model qwen \(MODEL_URL\), without a limit/)
})

test('programs that nobody can add are named everywhere', async t => {
  for (const environment of [{}, good])
    t.match(warnings(environment, [spec('secret', []), spec('plain')]), /no organization can add secret: /)
})

test('what production lacks is said with what to set', async t => {
  const { APP_URL: _, HSTS_SECONDS: __, ...unset } = good
  t.match(warnings(unset), /APP_URL is not set: .* http:\/\/localhost:8080\. Set it to/)
  t.match(
    warnings({ ...unset, APP_URL: 'http://localhost:8080' }),
    /APP_URL is of this machine only: .* Set it to/,
  )
  t.match(warnings({ ...unset, APP_URL: 'http://troupe.example' }), /APP_URL is not https/)
  t.match(warnings({ ...unset, APP_URL: good.APP_URL }), /Set HSTS_SECONDS=31536000/)
  t.match(warnings({ ...good, CORS_ORIGINS: '*' }), /CORS_ORIGINS is \*: .* List the origins/)
})

test('HSTS wants an address that is https', async t => {
  t.throws(() => readSettings({ HSTS_SECONDS: '60', APP_URL: 'http://a.example' }), {
    message: /APP_URL: expected an https address/,
  })
})
