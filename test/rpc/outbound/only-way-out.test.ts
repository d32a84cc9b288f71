// The guarded client is the only way out of the process: nobody else opens a connection. Reads source, runs
// nothing.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '../../..')

/** Who may use what could open a connection, and why that is no other way out. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The way out itself.
  undici: ['rpc/outbound/outbound.ts'],
  'node:net': [
    'rpc/outbound/outbound-socket.ts',
    'rpc/outbound/address-policy.ts',
    'http/engines/node.ts',
    'storage/embedded/embedded.ts',
    // To the nodes that the database names, after both have shown that they know the cluster's secret.
    'runtime/cluster/tcp-network.ts',
  ],
  'node:tls': ['rpc/outbound/outbound-socket.ts', 'rpc/outbound/outbound.ts'],
  'node:dns': ['rpc/outbound/address-policy.ts'],
  // Servers, and names of statuses.
  'node:http': ['http/engines/node.ts', 'http/engines/uws-exchange.ts', 'http/engines/node-exchange.ts'],
  // The database. The tool that speaks PostgreSQL is given a guarded socket.
  pg: ['storage/', 'rpc/first-party/postgresql/'],
  // Given the guarded client as their fetch, or a guarded socket.
  'openid-client': ['rpc/credentials/oauth2-token.ts', 'rpc/sign-in/', 'rpc/connections/oauth.ts'],
  nodemailer: ['rpc/first-party/email/', 'rpc/mail/'],
}
const dangerous = new Set([
  ...Object.keys(allowed),
  ...['node:https', 'node:http2', 'node:dgram', 'node:dns/promises', 'node:quic', 'node:inspector'],
  ...['axios', 'got', 'node-fetch', 'ky', 'ws', 'superagent', 'needle', 'phin', 'request'],
])

const layers = '{main.ts,start.js,{main,http,actors,rpc,storage,runtime,domain}/**/*.{ts,js}}'
/** Runs at those who call the service, in a browser or on a command line, and never in it: a law below. */
const callersSide = /^http\/(client(\.ts$|\/)|chat\/demo\/)/
const sources = globSync(layers, { cwd: root })
  .filter(file => !callersSide.test(file))
  .map(file => ({ file, code: withoutComments(readFileSync(join(root, file), 'utf8')) }))

test('nobody but the guarded client opens connections', async t => {
  t.ok(sources.length > 200)
  t.strictSame(sources.flatMap(waysOut), [])
})

test('the service does not load its own client', async t => {
  const targets = ({ file, code }: { file: string; code: string }) =>
    [...code.matchAll(/['"](\.[^'"]+\.ts)['"]/g)].map(([, path]) => join(file, '..', path!))
  const loading = sources.filter(source => targets(source).some(target => callersSide.test(target)))
  t.strictSame(
    loading.map(({ file }) => file),
    [],
  )
})

test('a way out is found', async t => {
  const found = (code: string) => waysOut({ file: 'rpc/builtin/web/http.ts', code }).length > 0
  const ways = [
    `import { connect } from 'node:net'`,
    `import net from "net"`,
    `import type { Pool } from 'undici'\nimport { Pool } from 'undici'`,
    `const { request } = await import('node:https')`,
    `const http = require('http')`,
    `const http = process.getBuiltinModule('node:http')`,
    `await fetch(url)`,
    `await globalThis.fetch(url)`,
    `new WebSocket(url)`,
    `new EventSource(url)`,
    `import mailer from 'nodemailer/lib/mailer'`,
  ]
  for (const way of ways) t.ok(found(way), way)
  for (const code of [
    `import type { Agent } from 'undici'`,
    `this.#fetch(url)`,
    `tokens.fetch(url)`,
    `prefetch(url)`,
  ])
    t.notOk(found(code), code)
})

function waysOut({ file, code }: { file: string; code: string }): string[] {
  const named = [
    ...code.matchAll(/(?:from|import|import\(|require\(|getBuiltinModule\()\s*['"]([^'"]+)['"]/g),
  ]
  const imported = named
    .filter(({ index }) => !/import\s+type\s[^;'"]*$/.test(code.slice(0, index)))
    .map(([, name]) => packageOf(name!))
    .filter(name => dangerous.has(name) && !(allowed[name] ?? []).some(prefix => file.startsWith(prefix)))
  const globals = code.match(/(?<![.#\w])(?:globalThis\.)?fetch\(|new (?:WebSocket|EventSource)\b/g) ?? []
  return [...imported, ...globals].map(way => `${file}: ${way}`)
}

/** `nodemailer/lib/x` is nodemailer; `net` is node:net. */
function packageOf(name: string): string {
  if (name.startsWith('.')) return ''
  const [first = ''] = name.split('/')
  if (name.startsWith('node:')) return name
  return dangerous.has(`node:${name}`) ? `node:${name}` : first
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
