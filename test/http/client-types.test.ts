// What the typed client knows of the routes. What it must refuse at compile time stands under
// `@ts-expect-error`: the type check of `npm test` is that test.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import type { Execution } from '../../domain/work/execution.ts'
import type { TroupeClient } from '../../http/client.ts'

const root = join(import.meta.dirname, '../..')

test('the client runs without the server: at run time it imports its own files only', async t => {
  const files = ['http/client.ts', ...globSync('http/client/*.ts', { cwd: root })]
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type\b).*from '(.*)'/gm,
    )
    for (const [, from] of lines)
      t.match(from, file === 'http/client.ts' ? /^\.\/client\// : /^\.\/[\w-]+\.ts$/, file)
  }
})

/** For browsers, other services, machines and whoever runs this one: nobody calls them by the client. */
const notCalled = [
  'work/hooks',
  'system/dashboard',
  'system/dev',
  'system/guide',
  'system/health',
  'system/reference',
  'tools/rpc',
  'tools/server-json',
  'account/authorization-server',
  'billing/sandbox',
  'billing/stripe-webhook',
  'chat/widget',
]

test('the client knows every list of routes that the service has', async t => {
  const listsIn = (file: string) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^import (?:type )?\{ \w+ \} from '\S*routes\/(.*)\.ts'/gm,
      ),
    ].map(([, name]) => name!)
  const served = listsIn('http/api.ts').filter(name => !notCalled.includes(name))
  t.ok(served.length > 12)
  t.strictSame(listsIn('http/client/routes.ts').sort(), served.sort())
})

test('every list of routes that the client knows keeps its declarations', async t => {
  const known = readFileSync(join(root, 'http/client/routes.ts'), 'utf8')
  const lists = [...known.matchAll(/import type \{ (\w+) \} from '\.\.\/(routes\/.*)'/g)]
  t.ok(lists.length > 10)
  for (const [, name, file] of lists) {
    const source = readFileSync(join(root, 'http', file!), 'utf8')
    t.ok(source.includes(`export const ${name} = [`), `${file}: an annotation would forget them`)
  }
})

/** Never called: what the compiler says of it is the test. */
export async function typed(troupe: TroupeClient): Promise<void> {
  const execution: Execution = await troupe('POST /api/v1/workflows/:id/execute', {
    params: { id: 'wf_1' },
    body: { inputs: { a: 1 } },
    wait: 10,
  })
  execution.status satisfies string
  await troupe('POST /api/v1/workflows', { body: { name: 'x', prompt: 'y' } })
  // @ts-expect-error no such path
  await troupe('GET /api/v1/workflow')
  // @ts-expect-error no such method on it
  await troupe('DELETE /api/v1/executions/:id', { params: { id: 'x' } })
  // @ts-expect-error the parameter is missing
  await troupe('GET /api/v1/workflows/:id')
  // @ts-expect-error another parameter
  await troupe('GET /api/v1/workflows/:id', { params: { workflow: 'x' } })
  // @ts-expect-error the body is missing
  await troupe('POST /api/v1/workflows')
  // @ts-expect-error a field of the body is missing
  await troupe('POST /api/v1/workflows', { body: { name: 'x' } })
  // @ts-expect-error a field of the body has another type
  await troupe('POST /api/v1/approvals/:id', { params: { id: 'x' }, body: { decision: 'maybe' } })
  // @ts-expect-error the query has no such parameter
  await troupe('GET /api/v1/approvals', { query: { state: 'pending' } })
  // @ts-expect-error a GET has no body
  await troupe('GET /api/v1/approvals', { body: {} })
  // @ts-expect-error no stream
  troupe.events('GET /api/v1/approvals')
  // @ts-expect-error no list
  troupe.pages('GET /api/v1/workflows/:id', { params: { id: 'x' } })
  // @ts-expect-error the answer has no such field
  execution.state
}
