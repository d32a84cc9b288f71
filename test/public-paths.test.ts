// What the service says to people and programs names paths that are there, and nothing of the inside: neither
// addresses that are nobody's outside, nor files of the source.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { test } from 'tap'
import { createProgram } from '../cli/program.ts'
import { Environment } from '../domain/settings/settings.ts'
import { apiRoutes } from '../http/api.ts'

const root = join(import.meta.dirname, '..')
const routes = apiRoutes({ url: 'https://troupe.acme.test', version: '0.1.0' })

/** Pages of the dashboard to which notifications, redirects and applications lead. */
const pages = ['/sign-in', '/runs', '/settings/billing', '/authorize']

/** What cookies are sent to: the beginnings of paths. */
const beginnings = ['/api/v1/auth', '/api/v1/auth/oauth', '/api/v1/auth/tool-servers']

/** Of others: the API of a marketplace's registry. */
const foreign = ['/v0.1/servers']

interface Said {
  readonly where: string
  readonly text: string
}

const documented = textsOf(documentOf(), 'openapi')
const typed = [
  ...helpOf(createProgram({ stdin: null, stdout: sink(), stderr: sink() } as never, async () => {})),
]
const settings = Object.entries(Environment.shape).map(([name, { description = '' }]) => ({
  where: name,
  text: description,
}))
const said = [...documented, ...typed, ...settings]

test('every path that the API reference, the command line and the settings name is there', async t => {
  t.ok(documented.length > 500 && typed.length > 15 && settings.length > 30, 'there is something to read')
  t.strictSame(said.flatMap(missingIn), [])
})

test('every path of the API that a message names is there', async t => {
  const literals = sourceTexts()
  t.ok(literals.length > 100, `${literals.length} lines name one`)
  t.strictSame(literals.flatMap(missingIn), [])
})

test('what is excused is said', async t => {
  for (const path of foreign)
    t.ok(
      documented.some(({ text }) => text.includes(path)),
      path,
    )
})

test('a path that is not there is found', async t => {
  const found = (text: string) => missingIn({ where: 'here', text })
  t.strictSame(found('ask `POST /auth/refresh` for it'), ['here: /auth/refresh'])
  t.strictSame(found('GET /api/v1/approvals/:id/votes'), ['here: /api/v1/approvals/:id/votes'])
  t.strictSame(found('see /api/v1/nowhere.'), ['here: /api/v1/nowhere'])
  t.strictSame(found('</api/v1/x?cursor=y>; rel="next"'), ['here: /api/v1/x'])
  const right =
    'at /rpc, under /api/v1/auth/, `GET /api/v1/teams/{id}/members/{userId}/impact`, /api/v1/workflows/$W/execute'
  t.strictSame(found(right), [])
  t.strictSame(found('tools/list and application/json at https://example.com/hook'), [])
})

test('nothing that is public names an inner address or a file of the source', async t => {
  const inner =
    /\b(127\.\d|10\.\d+\.\d|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|localhost|\.internal\b|\[::1\]/
  const source = /\b[\w-]+\/[\w./-]*\.(ts|js|sql)\b/
  // The defaults of a machine of one's own: what to listen on, where the service is then, a model beside it.
  const own = new Set(['HOST', 'APP_URL', 'MODEL_URL'])
  const named = said.filter(({ where, text }) => !own.has(where) && (inner.test(text) || source.test(text)))
  t.strictSame(
    named.filter(({ text }) => !text.includes('/docs/api-reference/')),
    [],
  )
})

function missingIn({ where, text }: Said): string[] {
  const paths = [...text.matchAll(/(?<![\w.:/~$}*\\-])\/(?:api\/v1|\.well-known|[a-z][\w-]*)[\w\-./:{}$]*/g)]
  return paths
    .map(([path]) => path.replace(/[.:]+$/, ''))
    .filter(path => !isExcused(path) && !isThere(path))
    .map(path => `${where}: ${path}`)
}

function isExcused(path: string): boolean {
  return beginnings.includes(path) || foreign.includes(path) || pages.includes(path)
}

/** The path of a route; one that ends with a slash, or that a cookie is for, is the beginning of several. */
function isThere(path: string): boolean {
  const words = path.split('/')
  return routes.some(route => {
    const declared = route.path.split('/')
    const isBeginning = words.at(-1) === '' && declared.length >= words.length
    if (!isBeginning && declared.length !== words.length) return false
    return words.every((word, at) => (isBeginning && word === '' && at > 0) || fits(word, declared[at]!))
  })
}

/** `:id`, `{id}`, `$W` and whatever is filled in stand for a parameter. */
function fits(word: string, declared: string): boolean {
  return word === declared || (declared.startsWith(':') && word !== '')
}

function documentOf(): unknown {
  const served = routes.find(({ path }) => path === '/openapi.json')!
  // biome-ignore lint/suspicious/noExplicitAny: the handler's types are forgotten
  return JSON.parse((served.handler({} as any, {} as any) as any).form.body)
}

/** Every text of the document that is no reference and no path of itself. */
function textsOf(node: unknown, where: string): Said[] {
  if (typeof node === 'string') return where.endsWith('$ref') ? [] : [{ where, text: node }]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, `${where}.${key}`))
}

function helpOf(command: Command): Said[] {
  const own = { where: `troupe ${command.name()}`, text: command.helpInformation() }
  return [own, ...command.commands.flatMap(helpOf)]
}

/** Lines of the source that name a path of the API and are no comment. */
function sourceTexts(): Said[] {
  const files = globSync('{http,cli,actors,rpc,storage,runtime,domain}/**/*.ts', { cwd: root })
  return files.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (/^\s*(\/\/|\*|\/\*)/.test(line)) return []
        const text = line.replace(/\$\{[^}]*\}(?=\/api)/g, '').replace(/\$\{[^}]*\}/g, '$x')
        const paths = [...text.matchAll(/\/api\/v1\/[\w\-./:{}$]*/g)].map(([path]) => ` ${path}`)
        return paths.length === 0 ? [] : [{ where: `${file}:${index + 1}`, text: paths.join() }]
      }),
  )
}

function sink() {
  return { write: () => true }
}
