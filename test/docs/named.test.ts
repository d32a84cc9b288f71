// What pages name is there: scripts of package.json, commands of the command line, folders and files that are
// no source files (those are law 4 of test/house.test.ts), environment variables. A page that names what was
// renamed or taken away fails here. CHANGELOG.md tells of the past and is left out.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { createProgram } from '../../cli/program.ts'
import { diagnosticCodes } from '../../domain/plan/diagnostics.ts'
import { Environment } from '../../domain/settings/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const textsOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: path => /node_modules|dist|\.vitepress/.test(String(path)) }).map(
    path => [path, read(path)] as const,
  )
const pages = textsOf('{README,CONTRIBUTING}.md', 'docs/**/*.md', '{chat,benchmarks,dashboard,test}/**/*.md')
const operated = textsOf('Dockerfile', 'compose*.yaml', 'deploy/*', '.ci/*')
const folders = 'actors,benchmarks,chat,cli,dashboard,docs,domain,examples,http,main,rpc,runtime,storage,test'
const sources = textsOf('*.{ts,js}', `{${folders}}/**/*.{ts,tsx,js,mjs,cjs}`, '.ci/*')

/** All that a pattern's first group finds and that is not there, with the page that says it. */
function unknown(
  texts: readonly (readonly [string, string])[],
  pattern: RegExp,
  isThere: (name: string) => boolean,
): readonly string[] {
  return texts.flatMap(([path, text]) => {
    const names = new Set([...text.matchAll(pattern)].map(match => match[1]!))
    return [...names].filter(name => !isThere(name)).map(name => `${path}: ${name}`)
  })
}

test('every npm script that a page, a message or a deployment names is in package.json', async t => {
  t.ok(pages.length > 100 && sources.length > 1_000, 'they are found')
  const { scripts } = JSON.parse(read('package.json'))
  const named = /\bnpm run (?:-s )?([a-z][\w-]*(?::[\w-]+)*)/g
  t.strictSame(
    unknown([...pages, ...operated, ...sources], named, name => Object.hasOwn(scripts, name)),
    [],
  )
})

test('every command of the command line that a page names is one', async t => {
  const nowhere = { stdout: process.stdout, stderr: process.stderr } as never
  const program = createProgram(nowhere, async () => {})
  const commands = new Set(program.commands.map(command => command.name()))
  t.ok(commands.size > 10, 'they are found')
  t.strictSame(
    unknown([...pages, ...operated], /\bnpx troupe ([a-z][\w-]*)/g, name => commands.has(name)),
    [],
  )
})

test('the guide of the command line lists every command', async t => {
  const nowhere = { stdout: process.stdout, stderr: process.stderr } as never
  const table = /\| command \|.*?\n\n/s.exec(read('docs/guides/command-line.md'))![0]
  const listed = table.split('\n').flatMap(row => row.split('|')[1]?.match(/(?<=[`\s])[a-z-]+/g) ?? [])
  const commands = createProgram(nowhere, async () => {}).commands.map(command => command.name())
  t.strictSame(
    commands.filter(name => !listed.includes(name)),
    [],
  )
})

test('every folder and every file that a page names from the root is there', async t => {
  const tops = `(?:${folders.replaceAll(',', '|')}|deploy|\\.ci)`
  const named = new RegExp(`\`(${tops}/(?:[\\w.@-]+/)*(?:[\\w-]+(?:\\.[\\w-]+)*)?)\``, 'g')
  // Decisions tell of what was, or was not made; builds make `dist`; `x` is what somebody is about to write.
  const present = pages.filter(([path]) => !path.startsWith('docs/decisions/'))
  const isMade = (path: string) => /\/dist\/|\/x\.ts$|\/000-name\.ts$/.test(path)
  t.strictSame(
    unknown(present, named, path => existsSync(join(root, path)) || isMade(path)),
    [],
  )
})

test('every environment variable that a page names is a setting, or is read somewhere else', async t => {
  const shape = Environment.shape
  t.ok(Object.keys(shape).length > 50, 'the settings are found')
  const word = /(?<![\w/.-])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?=[=`])/g
  const inCode = /(?:['"]|\benv(?:ironment)?\.|\$\{?)([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g
  const elsewhere = new Set(
    [...sources, ...operated, ['package.json', read('package.json')] as const]
      .filter(([path]) => !path.startsWith('test/') && !path.startsWith('docs/'))
      .flatMap(([, text]) => [...text.matchAll(inCode)].map(match => match[1]!)),
  )
  const isKnown = (name: string) =>
    Object.hasOwn(shape, name) ||
    Object.hasOwn(diagnosticCodes, name) ||
    elsewhere.has(name) ||
    foreign.has(name)
  t.strictSame(unknown(pages, word, isKnown), [])
})

/** Of other programs, and of packages that read them themselves. */
const foreign = new Set([
  ...['LD_PRELOAD', 'NODE_OPTIONS', 'TAP_TIMEOUT', 'UWS_HTTPRESPONSE_NO_WRITEMARK'],
  ...['MEMORY_FILE_PATH', 'OLLAMA_CONTEXT_LENGTH', 'OTEL_EXPORTER_OTLP_HEADERS'],
])
