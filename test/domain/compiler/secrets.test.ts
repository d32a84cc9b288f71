import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'

const tools = builtinTools.map(tool => ({ ...tool, server: null }))
const github = {
  id: 'cred_01h455vb4pex5vsknk084sn02q',
  name: 'github',
  allowedHosts: ['api.github.com', '*.github.dev:8443'],
}

function codes(tool: string, args: object): string[] {
  const step = { id: 'a', title: 'A', kind: 'tool', server: null, tool, args } as unknown as Step
  const { diagnostics } = compile({ steps: [step] }, { tools, credentials: [github] })
  return diagnostics.filter(({ code }) => code !== 'NO_RETURN').map(({ code, path }) => `${code} ${path}`)
}

const url = 'https://api.github.com/user'

test('a plan names credentials by id or name', async t => {
  for (const credential of [github.id, github.name]) {
    t.strictSame(codes('http_get', { url, credential }), [])
    t.strictSame(codes('http_get', { url, headers: { 'x-a': { $secret: credential } } }), [])
  }
  t.strictSame(codes('http_get', { url, credential: 'gitlab' }), ['UNKNOWN_CREDENTIAL a.args.credential'])
  t.strictSame(codes('http_request', { url, body: [{ deep: { $secret: 'gitlab#token' } }] }), [
    'UNKNOWN_CREDENTIAL a.args.body.0.deep',
  ])
})

test('a host that is known already is held against the allowed ones', async t => {
  const refused = ['CREDENTIAL_NOT_ALLOWED a.args.credential']
  t.strictSame(codes('http_get', { url: 'https://github.com/', credential: 'github' }), refused)
  t.strictSame(codes('http_get', { url: 'https://x.github.dev/', credential: 'github' }), refused)
  t.strictSame(codes('http_get', { url: 'https://x.github.dev:8443/', credential: 'github' }), [])
  t.strictSame(codes('http_get', { url: { $: 'inputs.url' }, credential: 'github' }), [])
})

test('which credential is sent is never computed', async t => {
  t.strictSame(codes('http_get', { url, credential: { $: 'inputs.which' } }), [
    'BAD_SECRET a.args.credential',
  ])
  t.strictSame(codes('http_get', { url, credential: { $t: 'git${inputs.which}' } }), [
    'BAD_SECRET a.args.credential',
  ])
})

test('a tool that sends nothing takes no secret', async t => {
  t.strictSame(codes('json_format', { value: { $secret: 'github' } }), ['BAD_SECRET a.args.value'])
})
