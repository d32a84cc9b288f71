// The entry for the registry of MCP, held to what the registry's schema of 2025-12-11 says of its members
// (docs/reference/server-json in modelcontextprotocol/registry), and the links for clients.
import { test } from 'tap'
import { agentLinks, serverJson } from '../../../http/agents/server-json.ts'

const origins = [
  'https://troupe.example.com',
  'http://localhost:8080',
  'http://[::1]:8080',
  'http://10.0.0.1',
]

test('an entry is what the schema of the registry wants', async t => {
  for (const origin of origins) {
    const entry = serverJson(origin, '1.2.3')
    t.equal(entry.$schema, 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
    t.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, entry.name)
    t.ok(entry.name.length <= 200 && entry.title.length <= 100)
    t.ok(
      entry.description.length >= 1 && entry.description.length <= 100,
      'a description of 1 to 100 characters',
    )
    t.notMatch(entry.version, /^latest$|[\^~<>=*x]/, 'a version, no range')
    t.ok(URL.canParse(entry.websiteUrl))
    const [remote] = entry.remotes
    t.match(remote!.url, /^https?:\/\/[^\s]+\/rpc$/)
    const [header] = remote!.headers
    t.match(header, { name: 'Authorization', value: 'Bearer {api_key}', isSecret: true, isRequired: true })
    t.strictSame(Object.keys(header!.variables), ['api_key'], 'each name in braces is a variable')
    for (const { src, sizes } of entry.icons ?? []) {
      t.ok(src.startsWith('https:') && src.length <= 255)
      for (const size of sizes) t.match(size, /^(\d+x\d+|any)$/)
    }
  }
})

test('the name is that of the host, whose owner may publish it; icons go over TLS only', async t => {
  t.equal(serverJson('https://troupe.example.com', '1').name, 'com.example.troupe/troupe')
  t.strictSame(serverJson('https://troupe.example.com', '1').icons, [
    { src: 'https://troupe.example.com/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
  ])
  t.equal(serverJson('http://localhost:8080', '1').icons, undefined)
})

test('a link holds the address and the key, as each client reads them', async t => {
  const key = 'sk_a+b/c=='
  const { cursor, vscode, claude } = agentLinks('https://troupe.example.com', key)
  const url = 'https://troupe.example.com/rpc'
  const headers = { Authorization: `Bearer ${key}` }
  const asked = new URL(cursor)
  t.equal(
    `${asked.protocol}//${asked.host}${asked.pathname}`,
    'cursor://anysphere.cursor-deeplink/mcp/install',
  )
  t.equal(asked.searchParams.get('name'), 'troupe')
  const config = Buffer.from(asked.searchParams.get('config')!, 'base64').toString()
  t.strictSame(JSON.parse(config), { url, headers })
  t.ok(vscode.startsWith('vscode:mcp/install?'))
  t.strictSame(JSON.parse(decodeURIComponent(vscode.slice(19))), {
    name: 'troupe',
    type: 'http',
    url,
    headers,
  })
  t.equal(claude, `claude mcp add --transport http troupe ${url} --header "Authorization: Bearer ${key}"`)
  t.notMatch(Object.values(agentLinks('https://troupe.example.com', null)).join(), /Authorization/)
})
