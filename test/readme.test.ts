// Keeps the front door true: the README stays short, and its three calls do what it says, as a reader types
// them. Examples of the other pages are run by test/docs; here is also what a page lists and only the code
// knows.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { functions } from '../domain/expression/functions.ts'
import { builtinTools } from '../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../rpc/first-party/first-party.ts'
import { node, Product } from './support/product.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README has at most 150 lines', async t => {
  t.ok(readme.split('\n').length <= 151, `${readme.split('\n').length - 1} lines`)
})

test('the README counts the tools that there are', async t => {
  t.match(readme, `${builtinTools.length} built in, ${firstPartyServers.length} first-party servers`)
})

test('the three calls of the README run as printed, with the key that the start printed', {
  timeout: 240_000,
}, async t => {
  const product = await Product.start({ t })
  const calls = [...readme.matchAll(/^```sh run\n(.*?)^```$/gms)].map(match => match[1]!)
  t.equal(calls.length, 3)
  const script = calls.join('\n').replaceAll('http://localhost:8080', product.url)
  const KEY = /API key +(sk_\w+)/.exec(product.stdout)![1]
  const PATH = `${dirname(node)}:${process.env['PATH']}`
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env: { PATH, KEY } })
  const end = stdout.trim().split('\n\n').at(-1)!
  t.match(end, /^id: 7\nevent: end\ndata: /)
  t.match(JSON.parse(end.split('data: ')[1]!), { status: 'completed', output: 7.5, error: null, cu: 2 })
  t.match(readme, /event: end\ndata: \{"ts":\d+,"status":"completed","output":7.5,"error":null,"cu":2\}/)
})

test('the page on plans lists every function of expressions, and no other', async t => {
  const page = readFileSync(join(root, 'docs/guides/plans.md'), 'utf8')
  const section = /\| function \|.*?\n\n/s.exec(page)![0]
  const listed = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1])
  t.same(listed.sort(), Object.keys(functions).sort())
})
