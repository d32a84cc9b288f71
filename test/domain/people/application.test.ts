// What applications say of themselves, and what is refused of it: addresses and names that would harm
// somebody.
import { test } from 'tap'
import {
  type Application,
  allowsRedirect,
  applicationOf,
  hostOf,
  isDocumentUrl,
  judgeApplication,
  judgeDocument,
} from '../../../domain/people/application.ts'

const redirecting = (...redirect_uris: unknown[]) => judgeApplication({ redirect_uris })
const named = (client_name: unknown) =>
  judgeApplication({ client_name, redirect_uris: ['https://app.example.com/callback'] })

test('addresses of web pages, of this computer and of apps are taken', async t => {
  for (const uri of [
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect?a=b',
    'http://127.0.0.1:33418/callback',
    'http://localhost/callback',
    'http://[::1]:8080/',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'vscode://vendor.extension/callback',
    'vscode-insiders://vendor.extension/callback',
    'claude://oauth/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])
    t.equal(redirecting(uri), null, uri)
})

test('hostile addresses are refused with one sentence', async t => {
  for (const uri of [
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'java\tscript:alert(1)',
    ],
    ...[
      'data:text/html,<script>',
      'data://x/',
      'vbscript:x',
      'blob:https://example.com/1',
      'file:///etc/passwd',
    ],
    ...[
      'about:blank',
      'view-source:https://example.com',
      'ms-msdt:/id',
      'ms-appinstaller://x/',
      'intent://x/',
    ],
    ...[
      'http://example.com/callback',
      'http://127.0.0.1.example.com/',
      'http://10.0.0.1/',
      'http://localhost.evil/',
    ],
    ...[
      'https://example.com/#x',
      'https://example.com/*',
      'https://*.example.com/',
      'https://u:p@example.com/',
    ],
    ...[
      'https://good.example.com\\@evil.example.com/',
      'https://example.com/ x',
      'https://exa\u0000mple.com/',
    ],
    ...[
      'https://ex\u202eample.com/',
      'https://пример.example/',
      '//example.com',
      '/callback',
      '',
      'mailto:x',
      'x:y',
    ],
    // Whatever is installed on a device may listen to a scheme of one word.
    ...['shell://x/', 'steam://run/1', 'tel://123', 'sms://1', 'zoommtg://x/', 'cursor:/x', 'my-app://x/'],
    ...['microsoft.windows.camera:/x', 'x-apple.systempreferences:/x', 'com.:/x', 'xn--a.b:/x'],
    ...['com.example.app:evil', `https://example.com/${'x'.repeat(500)}`, 7, null, ['https://example.com/']],
  ]) {
    const refusal = redirecting(uri)
    t.equal(refusal?.error, 'invalid_redirect_uri', encodeURIComponent(String(uri)))
    t.match(refusal?.message, /^redirect_uris\.0: [^.]/)
    t.notMatch(refusal?.message, /\n/)
  }
  t.ok(redirecting(), 'none')
  t.ok(redirecting(...Array(11).fill('https://example.com/')), 'too many')
  t.ok(judgeApplication({}), 'nothing')
  t.match(redirecting('https://example.com/', 'data:x'), { message: /^redirect_uris\.1/ })
})

test('names that hide or turn their text are refused', async t => {
  for (const name of ['Claude', 'VS Code — Insiders', 'Ассистент', '助手', 'مساعد'])
    t.equal(named(name), null, name)
  for (const name of [
    ...['', '   ', 'x'.repeat(101), 7, null, {}],
    ...[
      'a\u0000b',
      'a\nb',
      'a\u001b[31m',
      'a\u202eb',
      'a\u2066b',
      'a\u200fb',
      'a\u200bb',
      'a\ufeffb',
      'a\u2028b',
    ],
  ])
    t.equal(named(name)?.error, 'invalid_client_metadata', encodeURIComponent(String(name)))
})

test('an application that could not begin here is refused', async t => {
  const redirect_uris = ['https://example.com/']
  t.ok(judgeApplication({ redirect_uris, grant_types: ['client_credentials'] }))
  t.ok(judgeApplication({ redirect_uris, response_types: ['token'] }))
  t.equal(
    judgeApplication({ redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }),
    null,
  )
})

test('an address is compared exactly, but for the port on this computer', async t => {
  const redirectUris = ['http://127.0.0.1:1/callback?x=1', 'https://app.example.com/callback']
  const application: Application = { id: 'cli_1', name: 'App', redirectUris }
  const allows = (uri: string) => allowsRedirect(application, uri)
  for (const uri of [...redirectUris, 'http://127.0.0.1:50999/callback?x=1', 'http://127.0.0.1/callback?x=1'])
    t.ok(allows(uri), uri)
  for (const uri of [
    ...['http://127.0.0.1:1/callback', 'http://127.0.0.1:1/callback?x=2', 'http://localhost:1/callback?x=1'],
    ...[
      'https://app.example.com:8443/callback',
      'https://app.example.com/callback/',
      'https://app.example.com/callback?x',
    ],
    ...[
      'https://APP.example.com/callback',
      'https://app.example.com/callback#x',
      'http://127.0.0.1@evil.example.com:1/callback?x=1',
    ],
  ])
    t.notOk(allows(uri), uri)
})

test('a client id is a document only when it is a plain https address with a path', async t => {
  t.ok(isDocumentUrl('https://app.example.com/oauth/client.json'))
  for (const id of [
    ...[
      'http://app.example.com/client.json',
      'https://app.example.com',
      'https://app.example.com/',
      'cli_1',
      '',
    ],
    ...[
      'https://app.example.com/a/../client.json',
      'https://app.example.com/%2e%2e/x',
      'https://u@app.example.com/x',
    ],
    ...[
      'https://app.example.com/x#y',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://0x7f000001/x',
      'HTTPS://app.example.com/x',
    ],
    ...[
      'https://app.example.com/x\\y',
      'https://app.example.com/ x',
      `https://app.example.com/${'x'.repeat(500)}`,
    ],
  ])
    t.notOk(isDocumentUrl(id), encodeURIComponent(id))
})

test('a document names its own address, and asks for no secret', async t => {
  const url = 'https://app.example.com/client.json'
  t.equal(judgeDocument(url, { client_id: url }), null)
  t.equal(judgeDocument(url, { client_id: url, token_endpoint_auth_method: 'none' }), null)
  t.ok(judgeDocument(url, { client_id: 'https://evil.example.com/client.json' }))
  t.ok(judgeDocument(url, {}))
  t.ok(judgeDocument(url, { client_id: url, client_secret: 'x' }))
  t.ok(judgeDocument(url, { client_id: url, token_endpoint_auth_method: 'private_key_jwt' }))
})

test('a person sees where an application lives', async t => {
  t.equal(hostOf('https://claude.ai/callback'), 'claude.ai')
  t.equal(hostOf('http://127.0.0.1:1/callback'), 'this computer')
  t.equal(hostOf('cursor://anysphere/callback'), 'an app on this device (cursor://)')
  t.equal(applicationOf('cli_1', { redirect_uris: ['https://claude.ai/callback'] }).name, 'claude.ai')
})
