// The architecture as a test: imports go to the right only, some packages have one place, and behaviors are
// pure. Reads files as text, runs nothing.
import { test } from 'tap'
import { closureOf, filesOf, type Import, importsOf, sourceOf } from './support/imports.ts'
import { readSource } from './support/source.ts'

/**
 * From left to right, those of a pair beside each other. A file imports from its own layer and from those to
 * the right of it.
 */
const layers = ['main.ts', 'main', 'http', 'actors', 'rpc', 'storage|language', 'runtime', 'domain']
const clients = ['dashboard', 'chat']
const commandLine = 'cli'

const homes = [...layers.flatMap(layer => layer.split('|')), ...clients, commandLine]
const files = filesOf(['ts', 'tsx']).filter(file => homes.includes(layerOf(file)))
const sources = new Map(files.map(file => [file, sourceOf(file)]))
const imports = files.flatMap(file => importsOf(file, sources.get(file)!))

test('imports go to the right only', async t => {
  t.strictSame(imports.filter(isToTheLeft).map(asText), [])
})

test('an arrow to the left is found', async t => {
  const found = (file: string, line: string) =>
    importsOf(file, readSource(line)).filter(isToTheLeft).map(asText)
  t.strictSame(found('domain/plan/plan.ts', `import { Host } from '../../runtime/host/host.ts'`), [
    'domain/plan/plan.ts -> runtime/host/host.ts',
  ])
  t.strictSame(found('rpc/a/b.ts', `export type { X } from '../../http/x.ts'`), ['rpc/a/b.ts -> http/x.ts'])
  t.strictSame(found('storage/a.ts', `const { b } = await import('../rpc/b.ts')`), [
    'storage/a.ts -> rpc/b.ts',
  ])
  t.strictSame(found('runtime/a.ts', `import {\n  a,\n  b,\n} from '../main/services.ts'`), [
    'runtime/a.ts -> main/services.ts',
  ])
  t.strictSame(found('runtime/a.ts', `import '../test/b.ts'`), ['runtime/a.ts -> test/b.ts'])
  t.strictSame(found('http/routes/a.ts', `import { a } from '../../domain/a.ts'`), [])
  t.strictSame(found('language/a.ts', `import { a } from '../storage/a.ts'`), [
    'language/a.ts -> storage/a.ts',
  ])
  t.strictSame(found('storage/a.ts', `import { a } from '../language/a.ts'`), [
    'storage/a.ts -> language/a.ts',
  ])
})

test('every layer is there to be read', async t => {
  for (const layer of layers.flatMap(each => each.split('|')))
    t.ok(
      imports.some(({ file }) => layerOf(file) === layer),
      layer,
    )
})

/** Who is outside comes in by these: no path leads into a folder of the room. */
const isDoor = (target: string) => /^language\/[^/]+\.ts$/.test(target)

test('language is entered by its doors only', async t => {
  const entering = imports.filter(
    ({ file, target }) => layerOf(target) === 'language' && layerOf(file) !== 'language',
  )
  t.ok(entering.length > 20)
  t.strictSame(entering.filter(({ target }) => !isDoor(target)).map(asText), [])
  const doors = ['commands', 'editing', 'language', 'notation'].map(name => `language/${name}.ts`)
  t.strictSame(files.filter(isDoor), doors)
  t.notOk(isDoor('language/planning/guide.ts'))
})

test('uWebSockets.js is imported by the engines of HTTP only', async t => {
  t.strictSame(
    importersOf('uWebSockets.js').filter(file => !/^http\/(engines\/|server)/.test(file)),
    [],
  )
})

test('worker threads are a matter of the runtime and of what a thread loads', async t => {
  const allowed = ['runtime/system/pool.ts', 'runtime/process/confined.ts', 'actors/host.ts']
  const importers = [...importersOf('piscina'), ...importersOf('node:worker_threads')]
  t.strictSame(
    importers.filter(file => !allowed.includes(file)),
    [],
  )
})

test('the main thread loads nothing that reads prompts, compiles plans or evaluates expressions', async t => {
  const loaded = closureOf(
    'main.ts',
    imports.filter(({ isType }) => !isType),
  )
  const words = ['language/planner/', 'domain/compiler/compiler.ts', 'domain/expression/expression.ts']
  t.strictSame(
    [...loaded].filter(file => words.some(word => file.startsWith(word))),
    [],
  )
  t.ok(loaded.has('language/thinking/thinking.ts'))
})

test('the ORM stays in the main thread: hosts load none of it', async t => {
  const atRun = imports.filter(({ isType }) => !isType)
  const loaded = closureOf('actors/host.ts', atRun)
  t.strictSame(
    atRun.filter(({ file, target }) => loaded.has(file) && target.startsWith('@mikro-orm/')).map(asText),
    [],
  )
  t.ok(loaded.has('storage/accounts/audit.ts'), 'they write entries of the audit log')
})

test('where actors live is known by its port: the system is constructed in the runtime', async t => {
  t.strictSame(
    imports
      .filter(({ file, target }) => target === 'runtime/system/system.ts' && layerOf(file) !== 'runtime')
      .map(asText),
    [],
  )
  t.ok(importersOf('runtime/engine.ts').some(file => layerOf(file) === 'http'))
})

/** A checksum, which is pure; and how many processors there are, the default of a setting. */
const exceptions = ['domain/people/api-key.ts -> node:zlib', 'domain/settings/settings.ts -> node:os']

test('the domain imports itself, pure libraries and node:crypto only', async t => {
  const pure =
    /^(node:crypto|zod|@marcbachmann\/cel-js|re2js|minisearch|chrono-node|croner|luxon|acorn|chevrotain|typeid-js|ipaddr\.js)(\/|$)/
  const foreign = imports.filter(
    ({ file, target, isRelative }) => layerOf(file) === 'domain' && !isRelative && !pure.test(target),
  )
  t.strictSame(
    foreign.map(asText).filter(arrow => !exceptions.includes(arrow)),
    [],
  )
})

test('dashboard and chat know of the server its client, the types of its routes, how others’ words are shown, looked up and read, what an answer looks like, what a change is merged over, and the notation for editors', async t => {
  const strange = imports.filter(({ file, target, isRelative, isType }) => {
    const home = file.split('/')[0]!
    if (!clients.includes(home) || !isRelative || target.startsWith(`${home}/`)) return false
    const known =
      /^(language\/editing\.ts$|domain\/(shown\/|(denial|own|numerals|plan\/answer-form|work\/confirming\/model-base|expression\/library\/function-shapes)\.ts$))/
    if (home === 'dashboard' && known.test(target)) return false
    // Read when the dashboard is built: what it says of the functions of expressions, nothing that runs.
    if (file === 'dashboard/vite.config.ts' && target === 'domain/expression/functions.ts') return false
    return target !== 'http/client.ts' && !(isType && target.startsWith('http/routes/'))
  })
  t.strictSame(strange.map(asText), [])
})

test('the dashboard has the chat SDK by the name of its package, and no page of it but those of the chat', async t => {
  const users = imports.filter(({ target }) => /^@service\/chat(\/|$)/.test(target))
  t.ok(users.length > 0)
  t.strictSame(users.filter(({ file }) => !file.startsWith('dashboard/pages/chat/')).map(asText), [])
})

test('the chat SDK is a package of its own: it imports nothing but itself and React', async t => {
  const ours = imports.filter(({ file }) => layerOf(file) === 'chat')
  t.ok(ours.length > 50)
  const strange = ours.filter(
    ({ target, isRelative }) => !(isRelative ? target.startsWith('chat/') : target === 'react'),
  )
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

/** What a behavior loads, itself among them: all of it decides, so all of it is pure. */
const behaviors = files.filter(file => /^actors\/.+\/(behavior|program)\.ts$/.test(file))
const values = imports.filter(({ isType }) => !isType)
const deciding = new Set(behaviors.flatMap(file => [...closureOf(file, values)]))

/** A Date of a given moment is a calendar, one without is a clock. A new identifier is chance. */
const impurity =
  /\bnew Date(?!\(\s*[^\s)])|(?<!new )\bDate\b(?!\.(?:UTC|parse)\b)|\b(?:Math\.random|random(?:UUID|Bytes|Int)|getRandomValues|(?<!function )newId|performance|process|set(?:Timeout|Interval|Immediate)|queueMicrotask|fetch|await)\b/

function impure(file: string, source: string): string | null {
  const read = readSource(source)
  const foreign = importsOf(file, read).find(({ target, isType }) => {
    return !isType && target.startsWith('node:') && !(target === 'node:crypto' && layerOf(file) === 'domain')
  })
  return foreign?.target ?? read.code.match(impurity)?.[0] ?? null
}

test('what a behavior loads touches no clock, chance, timer or network', async t => {
  t.ok(behaviors.length >= 6 && deciding.size > 40, 'they are found')
  for (const file of deciding) t.equal(impure(file, sources.get(file)!.text), null, file)
})

test('a clock, chance, a timer and a network are found, a calendar is none', async t => {
  const inDomain = (line: string) => impure('domain/a.ts', line)
  for (const line of ['Date.now()', 'new Date()', 'const now = Date', 'Math.random()', "newId('user')"])
    t.ok(inDomain(line), line)
  for (const line of ['setTimeout(a, 1)', 'await a', 'fetch(a)', 'randomBytes(8)', "import 'node:fs'"])
    t.ok(inDomain(line), line)
  t.ok(impure('actors/a-b/evolve.ts', "import { createHash } from 'node:crypto'"))
  for (const line of ['new Date(0)', 'Date.UTC(2000, 0)', '// Date.now()', "'await'", "import 'node:crypto'"])
    t.equal(inDomain(line), null, line)
})

/**
 * Where time and chance come from, and what lives outside of the actors: the way up and down of the process,
 * a thread.
 */
const ports = ['runtime/clock.ts', 'runtime/process/lifecycle.ts', 'actors/host.ts']

test('the runtime and the actors have time, chance and network from their ports only', async t => {
  const ambient =
    /\b(Date\.now|new Date|Math\.random|randomUUID|performance|set(Timeout|Interval|Immediate)|fetch)\b/
  const found = (text: string) => readSource(text).code.match(ambient)?.[0] ?? null
  const living = files.filter(file => /^(runtime|actors)\//.test(file) && !ports.includes(file))
  t.ok(living.length > 30)
  for (const file of living) t.equal(found(sources.get(file)!.text), null, file)
  t.strictSame(
    imports
      .filter(({ file, target }) => living.includes(file) && target.startsWith('node:timers'))
      .map(asText),
    [],
  )
  t.equal(found("import { setTimeout as pause } from 'node:timers/promises'"), 'setTimeout')
  t.equal(found('const now = Date.now()'), 'Date.now')
})

test('behaviors import the domain, what an actor is, and their siblings only', async t => {
  const ours = imports.filter(({ file }) => deciding.has(file) && layerOf(file) === 'actors')
  t.ok(ours.length > 0)
  t.strictSame(ours.filter(isStranger).map(asText), [])
})

test('a stranger of a behavior is found, in a folder with a hyphen too', async t => {
  const found = (line: string) =>
    importsOf('actors/tool-server/evolve.ts', readSource(line)).filter(isStranger).map(asText)
  t.strictSame(found("import type { A } from '../execution/protocol.ts'"), [
    'actors/tool-server/evolve.ts -> actors/execution/protocol.ts',
  ])
  t.equal(found("import { z } from 'zod'").length, 1)
  t.equal(found("import { a } from '../../runtime/host.ts'").length, 1)
  t.strictSame(found("import { a } from './a/b.ts'\nimport { c } from '../../runtime/actor.ts'"), [])
})

/** Neither of the domain nor of its own kind of actor. */
function isStranger({ file, target, isRelative }: Import): boolean {
  const [, kind] = file.split('/')
  const isSibling = isRelative && target.startsWith(`actors/${kind}/`)
  return !isSibling && !target.startsWith('domain/') && target !== 'runtime/actor.ts'
}

function isToTheLeft({ file, target, isRelative }: Import): boolean {
  if (!isRelative || target === 'package.json') return false
  const from = rankOf(layerOf(file))
  const to = rankOf(layerOf(target))
  return from >= 0 && (to < from || (to === from && layerOf(target) !== layerOf(file)))
}

function rankOf(layer: string): number {
  return layers.findIndex(each => each.split('|').includes(layer))
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
