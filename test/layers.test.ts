// The architecture as a test: imports go to the right only, and some packages have one place. Reads import lines, runs
// nothing.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'tap'

/** From left to right. A file imports from its own layer and from those to the right of it. */
const layers = ['main.ts', 'http', 'actors', 'rpc', 'storage', 'runtime', 'domain']
const clients = ['dashboard', 'chat']
const commandLine = 'cli'
const root = join(import.meta.dirname, '..')

interface Import {
  /** Path from the root. */
  readonly file: string
  /** Path from the root, or the name of a package. */
  readonly target: string
  readonly isRelative: boolean
  readonly isType: boolean
}

const files = [...layers, ...clients, commandLine].flatMap(layer =>
  layer.endsWith('.ts')
    ? [layer]
    : globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules'] }),
)
const imports = files.flatMap(file => importsOf(file, readFileSync(join(root, file), 'utf8')))

test('imports go to the right only', async t => {
  t.strictSame(imports.filter(isToTheLeft).map(asText), [])
})

test('an arrow to the left is found', async t => {
  const found = (file: string, line: string) => importsOf(file, line).filter(isToTheLeft).map(asText)
  t.strictSame(found('domain/plan.ts', `import { Host } from '../runtime/host.ts'`), [
    'domain/plan.ts -> runtime/host.ts',
  ])
  t.strictSame(found('rpc/a/b.ts', `export type { X } from '../../http/x.ts'`), ['rpc/a/b.ts -> http/x.ts'])
  t.strictSame(found('storage/a.ts', `const { b } = await import('../rpc/b.ts')`), [
    'storage/a.ts -> rpc/b.ts',
  ])
  t.strictSame(found('runtime/a.ts', `import {\n  a,\n  b,\n} from '../main.ts'`), [
    'runtime/a.ts -> main.ts',
  ])
  t.strictSame(found('runtime/a.ts', `import '../test/b.ts'`), ['runtime/a.ts -> test/b.ts'])
  t.strictSame(found('http/routes/a.ts', `import { a } from '../../domain/a.ts'`), [])
})

test('every layer is there to be read', async t => {
  for (const layer of layers)
    t.ok(
      imports.some(({ file }) => layerOf(file) === layer),
      layer,
    )
})

test('uWebSockets.js is imported by the engines of HTTP only', async t => {
  t.strictSame(
    importersOf('uWebSockets.js').filter(file => !/^http\/(engines\/|server)/.test(file)),
    [],
  )
})

test('worker threads are a matter of the runtime and of what a thread loads', async t => {
  const allowed = ['runtime/pool.ts', 'runtime/confined.ts', 'actors/host.ts']
  const importers = [...importersOf('piscina'), ...importersOf('node:worker_threads')]
  t.strictSame(
    importers.filter(file => !allowed.includes(file)),
    [],
  )
})

/** A checksum, which is pure; and how many processors there are, the default of a setting. */
const exceptions = ['domain/api-key.ts -> node:zlib', 'domain/settings.ts -> node:os']

test('the domain imports itself, pure libraries and node:crypto only', async t => {
  const pure =
    /^(node:crypto|zod|@marcbachmann\/cel-js|re2js|minisearch|chrono-node|croner|chevrotain|@cfworker\/json-schema|typeid-js|ipaddr\.js)(\/|$)/
  const foreign = imports.filter(
    ({ file, target, isRelative }) => layerOf(file) === 'domain' && !isRelative && !pure.test(target),
  )
  t.strictSame(
    foreign.map(asText).filter(arrow => !exceptions.includes(arrow)),
    [],
  )
})

test('dashboard and chat know of the server its client and the types of its routes only', async t => {
  const strange = imports.filter(({ file, target, isRelative, isType }) => {
    const home = file.split('/')[0]!
    if (!clients.includes(home) || !isRelative || target.startsWith(`${home}/`)) return false
    return target !== 'http/client.ts' && !(isType && target.startsWith('http/routes/'))
  })
  t.strictSame(strange.map(asText), [])
})

test('the command line knows of the server its client and the domain only', async t => {
  const ours = imports.filter(({ file, isRelative }) => layerOf(file) === commandLine && isRelative)
  t.ok(ours.length > 10)
  const strange = ours.filter(
    ({ target }) => !/^(cli\/|domain\/|http\/client\.ts$|package\.json$)/.test(target),
  )
  t.strictSame(strange.map(asText), [])
})

test('behaviors touch no clock, chance, timer or network', async t => {
  const sources = globSync('actors/*/{behavior,evolve,advance,program,protocol,projection}.ts', { cwd: root })
  t.ok(sources.length >= 6)
  for (const file of sources) {
    const code = withoutComments(readFileSync(join(root, file), 'utf8'))
    const impure = code.match(
      /\b(Date|Math\.random|randomUUID|performance|process|set(Timeout|Interval|Immediate)|queueMicrotask|fetch)\b|\bawait\b|\bfrom 'node:/,
    )
    t.equal(impure?.[0] ?? null, null, file)
  }
})

/** Where time and chance come from, and what lives outside of the actors: the way up and down of the process, a thread. */
const ports = ['runtime/clock.ts', 'runtime/lifecycle.ts', 'actors/host.ts']

test('the runtime and the actors have time, chance and network from their ports only', async t => {
  const ambient =
    /\b(Date\.now|new Date|Math\.random|randomUUID|performance|set(Timeout|Interval|Immediate)|fetch|node:timers\S*)\b/
  const found = (code: string) => withoutComments(code).match(ambient)?.[0] ?? null
  const sources = globSync('{runtime,actors}/**/*.ts', { cwd: root }).filter(file => !ports.includes(file))
  t.ok(sources.length > 30)
  for (const file of sources) t.equal(found(readFileSync(join(root, file), 'utf8')), null, file)
  t.equal(found("import { setTimeout as pause } from 'node:timers/promises'"), 'setTimeout')
  t.equal(found('const now = Date.now()'), 'Date.now')
})

test('behaviors import the domain, what an actor is, and their siblings only', async t => {
  const behaviors = imports.filter(({ file }) =>
    /^actors\/\w+\/(behavior|evolve|advance|program)\.ts$/.test(file),
  )
  t.ok(behaviors.length > 0)
  const impure = behaviors.filter(({ file, target, isRelative }) => {
    const isSibling = isRelative && dirname(target) === dirname(file)
    return !isSibling && !target.startsWith('domain/') && target !== 'runtime/actor.ts'
  })
  t.strictSame(impure.map(asText), [])
})

function isToTheLeft({ file, target, isRelative }: Import): boolean {
  if (!isRelative || target === 'package.json') return false
  const from = layers.indexOf(layerOf(file))
  const to = layers.indexOf(layerOf(target))
  return from >= 0 && to < from
}

function asText({ file, target }: Import): string {
  return `${file} -> ${target}`
}

function importersOf(name: string): readonly string[] {
  return imports.filter(({ target }) => target === name).map(({ file }) => file)
}

function layerOf(path: string): string {
  return path.split('/')[0]!
}

function importsOf(file: string, source: string): readonly Import[] {
  const lines = withoutComments(source).matchAll(
    /^\s*(?:import|export)\s+(type\s)?(?:\w+,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)?\s*from\s*'([^']+)'|^import '([^']+)'|\bimport\('([^']+)'/gm,
  )
  return [...lines].map(([, type, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic!
    const isRelative = target.startsWith('.')
    const path = isRelative ? normalize(join(dirname(file), target)) : target
    return { file, target: path, isRelative, isType: type !== undefined }
  })
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
