// What operators copy is held against the program: variables that exist, files that exist, times that fit.
// Nothing is built here: there is no container engine where tests run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { Environment, readSettings } from '../../domain/settings/settings.ts'
import { apiRoutes } from '../../http/api.ts'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const variables = Object.keys(Environment.shape)
const key = `${'A'.repeat(43)}=`
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
  const settings = readSettings({ ...filled(environment), NODE_ENV: 'production' })
  t.equal(settings.host, '0.0.0.0')
  t.equal(settings.databaseUrl, 'postgresql://troupe:secret@postgres:5432/troupe')
  t.equal(services.postgres.environment.POSTGRES_DB, 'troupe')
  t.end()
})

test('three nodes of the compose file for a cluster have settings that make them nodes', t => {
  const { services, volumes } = parse(read('compose.cluster.yaml'), { merge: true })
  const nodes = ['troupe1', 'troupe2', 'troupe3']
  const addresses = nodes.map(name => {
    const { environment, stop_grace_period: grace } = services[name]
    t.ok(Number.parseInt(grace, 10) > stopSeconds, 'docker waits longer than the way down takes')
    return readSettings({ ...filled(environment), NODE_ENV: 'production' }).cluster?.address
  })
  t.strictSame(
    addresses,
    nodes.map(name => `${name}:7070`),
  )
  t.strictSame(Object.keys(volumes).sort(), ['postgres', 'standby'])
  const edge = services.haproxy.command.at(-1) as string
  for (const [, line] of edge.matchAll(/s\/(# server node\d) /g))
    t.ok(read('deploy/haproxy.cfg').includes(line!))
  t.end()
})

test('the manifests for Kubernetes name what there is, and leave time to go', t => {
  const [deployment, service, budget, scaler] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(each =>
    each.toJS(),
  )
  const { spec } = deployment.spec.template
  const [container] = spec.containers
  const env = (container.env as { name: string; value?: string }[]).filter(({ name }) => name !== 'POD_IP')
  const secret = { DATABASE_URL: 'postgresql://a:b@c/d', MASTER_KEY: key, CLUSTER_SECRET: 'c'.repeat(32) }
  const given = Object.fromEntries(
    env.map(({ name, value }) => [name, value!.replace('$(POD_IP)', '10.0.0.1')]),
  )
  const settings = readSettings({ ...secret, ...given, NODE_ENV: 'production' })
  t.match(settings.cluster, { address: '10.0.0.1:7070' })
  t.ok(spec.terminationGracePeriodSeconds > stopSeconds + 5)
  const paths = apiRoutes({ url: 'http://localhost', version: '0' }).map(({ path }) => path)
  for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe'])
    t.ok(paths.includes(container[probe].httpGet.path), probe)
  const labels = deployment.spec.template.metadata.labels
  for (const selector of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ])
    t.strictSame(selector, labels)
  t.equal(scaler.spec.scaleTargetRef.name, deployment.metadata.name)
  t.ok(read('docs/reference/metrics.md').includes(scaler.spec.metrics[0].pods.metric.name))
  t.end()
})

test('the manifests fit the schemas of Kubernetes', async t => {
  const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map(each => each.toJS())
  for (const each of manifests) t.equal(await misfit(each), null, each.kind)
  const [wrong] = structuredClone(manifests)
  wrong.spec.template.spec.containers[0].ports[0].containerPort = 'eighty'
  t.match(await misfit(wrong), 'containerPort must be integer')
})

/** What a schema of Kubernetes' own finds wrong with a manifest. */
async function misfit(value: { readonly apiVersion: string; readonly kind: string }): Promise<string | null> {
  const models = await import(`kubernetes-models/${value.apiVersion}/${value.kind}`)
  try {
    new models[value.kind](value).validate()
    return null
  } catch (error) {
    return String(error)
  }
}

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

/** Variables of a compose file, with what stands in `.env`. */
function filled(environment: Readonly<Record<string, string>>): Record<string, string> {
  const secrets: Record<string, string> = {
    POSTGRES_PASSWORD: 'secret',
    MASTER_KEY: key,
    CLUSTER_SECRET: 'c'.repeat(32),
  }
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
        (_, from, how, text) => secrets[from] ?? (how === '-' ? text : ''),
      ),
    ]),
  )
}

/** The layers that run: test/layers.test.ts. */
function manifestFolders(): string[] {
  return ['domain', 'runtime', 'language', 'storage', 'rpc', 'actors', 'http', 'main']
}
