// What a server says of itself is bounded, of one line, and leads nowhere but to the web.
import { test } from 'tap'
import { aboutOf } from '../../../rpc/remote/intake/about.ts'

test('it is read where each revision has it', async t => {
  const info = { name: 'orders', title: 'Orders', version: '2.5.0', websiteUrl: 'https://orders.example/' }
  const about = { protocolVersion: '2025-11-25', ...info }
  t.strictSame(aboutOf({ serverInfo: info }, '2025-11-25'), about)
  t.strictSame(aboutOf({ _meta: { 'io.modelcontextprotocol/serverInfo': info } }, '2025-11-25'), about)
})

test('what is no text is nothing, and what is too long is cut', async t => {
  const nothing = { protocolVersion: 'v', name: null, title: null, version: null, websiteUrl: null }
  for (const result of [
    null,
    1,
    {},
    { serverInfo: 'x' },
    { serverInfo: { name: 1, title: {}, version: [] } },
  ])
    t.strictSame(aboutOf(result, 'v'), nothing)
  const { name, version } = aboutOf(
    { serverInfo: { name: 'a\nb'.repeat(300), version: 'v'.repeat(300) } },
    'v',
  )
  t.equal(name!.length, 200)
  t.notMatch(name, /\n/)
  t.equal(version!.length, 100)
})

test('a website is an address of the web', async t => {
  const websiteOf = (websiteUrl: unknown) => aboutOf({ serverInfo: { websiteUrl } }, 'v').websiteUrl
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'https://user@orders.example', 'orders', 7])
    t.equal(websiteOf(bad), null, String(bad))
  t.equal(websiteOf('https://orders.example/about'), 'https://orders.example/about')
})
