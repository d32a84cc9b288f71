// What operators copy is held against the program: variables that exist, files that exist, times that fit.
// Nothing is built here: there is no container engine where tests run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { parse } from 'yaml'
import { Environment, readSettings } from '../../domain/settings/settings.ts'
import { apiRoutes } from '../../http/api.ts'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const variables = Object.keys(Environment.shape)
/** `stopWithinMs` of main.ts. */
const stopSeconds = Number(/stopWithinMs: (\d+)_000/.exec(read('main.ts'))![1])

test('the compose file sets variables that there are, to values that fit', t => {
  const { services, volumes } = parse(read('compose.yaml'))
  const { environment, stop_grace_period: grace, volumes: mounts } = services.troupe
  t.strictSame(
    Object.keys(environment).filter(name => !variables.includes(name)),
    [],
  )
  t.ok(Number.parseInt(grace, 10) > stopSeconds, 'docker waits longer than the way down takes')
  t.ok(mounts.every((mount: string) => Object.hasOwn(volumes, mount.split(':')[0]!)))
  const secrets: Record<string, string> = {
    POSTGRES_PASSWORD: 'secret',
    MASTER_KEY: `${'A'.repeat(43)}=`,
  }
  const filled = Object.entries(environment as Record<string, string>).map(([name, value]) => [
    name,
    value.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, from, how, text) => secrets[from] ?? (how === '-' ? text : ''),
    ),
  ])
  const settings = readSettings({ ...Object.fromEntries(filled), NODE_ENV: 'production' })
  t.equal(settings.host, '0.0.0.0')
  t.equal(settings.databaseUrl, 'postgresql://troupe:secret@postgres:5432/troupe')
  t.equal(services.postgres.environment.POSTGRES_DB, 'troupe')
  t.end()
})

test('the image runs the program as nobody special, on the Node that the package asks for', t => {
  const file = read('Dockerfile')
  const [, major] = /^FROM node:(\d+)-slim$/m.exec(file)!
  t.match(manifest.engines.node, new RegExp(`>=${major}\\.`))
  t.match(file, /^USER node$/m)
  t.ok(file.indexOf('USER node') < file.indexOf('CMD ["node", "start.js"]'))
  for (const [, names] of file.matchAll(/^COPY (?!--)(.+) \S+$/gm))
    for (const name of names!.split(' ')) t.ok(existsSync(join(root, name)), name)
  t.strictSame(
    [...file.matchAll(/^ENV (.+)$/gm)]
      .flatMap(([, line]) => line!.split(' '))
      .map(each => each.split('=')[0]!)
      .filter(name => !variables.includes(name)),
    [],
  )
  const checked = /\+ '(\/\w+)'/.exec(file)![1]!
  t.ok(
    apiRoutes({ url: 'http://localhost', version: '0' }).some(({ path }) => path === checked),
    checked,
  )
  t.end()
})

test('the image holds what runs, and no data, secrets or tests', t => {
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['data', '.env*', '.git', 'test', '**/node_modules']) t.ok(ignored.includes(name), name)
  for (const name of ['main.ts', 'start.js', 'package.json', ...manifestFolders()])
    t.notOk(ignored.includes(name), name)
  t.end()
})

test('the unit of systemd starts what there is, and waits for its end', t => {
  const unit = read('deploy/troupe.service')
  const fieldOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!
  t.ok(existsSync(join(root, fieldOf('ExecStart').split(' ').at(-1)!)))
  t.ok(Number(fieldOf('TimeoutStopSec')) > stopSeconds)
  t.equal(fieldOf('KillMode'), 'mixed')
  const named = fieldOf('Environment')
    .split(' ')
    .map(each => each.split('=')[0]!)
  t.strictSame(
    named.filter(name => !variables.includes(name)),
    [],
  )
  t.end()
})

/** The layers that run: test/layers.test.ts. */
function manifestFolders(): string[] {
  return ['domain', 'runtime', 'storage', 'rpc', 'actors', 'http', 'main']
}
