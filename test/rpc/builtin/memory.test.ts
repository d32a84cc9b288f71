// The tools of memory through the hub, over a real database: what they take and answer, whose memory it is,
// and what a rehearsal learns without changing anything.
import { type Test, test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { memoryBounds } from '../../../domain/memory/memory.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { builtinTools, findBuiltin } from '../../../rpc/builtin/builtin-tools.ts'
import { createHub, type ToolCall } from '../../../rpc/hub.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { memoryStore } from '../../../storage/memory/memories.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { sharedMemory } from '../../support/memories.ts'
import { givenCredentials, organizationId as holder, type Stored } from '../../support/people/credentials.ts'

const database = await openTestDatabase()
const memory = memoryStore(database, systemClock)

/** A workflow that calls; each call is of another execution. */
async function given(t: Test, ...stored: Stored[]) {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'Answer', compilation: compilationOf('hello'), createdBy: userId }
  const workflow = await workflowStore(database).create(organizationId, {
    ...{ name: 'Orders', description: null },
    ...content,
  })
  const { credentials, outbound } = givenCredentials(t, ...stored)
  // The stored secrets belong to an organization of the double.
  const scrubbing = Object.assign(Object.create(credentials), {
    learn: () => credentials.learn(holder),
    scrub: (_: string, text: string) => credentials.scrub(holder, text),
    scrubValue: (_: string, value: Json) => credentials.scrubValue(holder, value),
  })
  const directory = { list: async () => [], find: async () => null }
  const hub = createHub({ builtins: builtinTools, directory, outbound, credentials: scrubbing, memory })
  const call = (tool: string, args: JsonObject, more: Partial<ToolCall> = {}) => {
    const id = newId('execution')
    const execution = { id, workflowId: workflow.id, run: id, step: 'a' }
    return hub.call({
      ...{ organizationId, server: null, tool, args, execution, idempotencyKey: `${id}/a` },
      ...{ timeoutMs: 10_000, signal: new AbortController().signal },
      ...more,
    })
  }
  const output = async (tool: string, args: JsonObject, more: Partial<ToolCall> = {}) => {
    const result = await call(tool, args, more)
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
    const defect = compileSchema(findBuiltin(tool)!.outputSchema!)(result.output)
    if (defect !== null) throw new Error(`${tool}: ${defect}`)
    return result.output
  }
  return { organizationId, call, output }
}

const rehearsed = { isRehearsed: true } as const

test('a value is remembered, recalled and forgotten', async t => {
  const { output } = await given(t)
  const value = { b: [1, null, 'x\0y'], a: 'ü' }
  t.equal(await output('recall', { key: 'k' }), null)
  t.equal(await output('remember', { key: 'k', value }), true)
  t.strictSame(await output('recall', { key: 'k' }), value)
  t.strictSame(Object.keys((await output('recall', { key: 'k' })) as object), ['b', 'a'], 'in their order')
  t.equal(await output('forget', { key: 'k' }), true)
  t.equal(await output('forget', { key: 'k' }), false)
})

test('only_new gives what no run was given, each once, in their order', async t => {
  const { output } = await given(t)
  const orders = [{ id: 2 }, { id: 1 }, { id: 2, again: true }, { id: '2' }]
  const args = (list: Json) => ({ list, by: 'id', onFail: 'keep' })
  t.strictSame(await output('only_new', args(orders)), [{ id: 2 }, { id: 1 }, { id: '2' }])
  t.strictSame(await output('only_new', args([{ id: 3 }, ...orders])), [{ id: 3 }])
  const whole = (list: Json) => ({ list, onFail: 'keep' })
  const long = { text: 'x'.repeat(500) }
  t.strictSame(await output('only_new', whole([{ a: 1, b: 2 }, 'x', { b: 2, a: 1 }, long])), [
    { a: 1, b: 2 },
    'x',
    long,
  ])
  t.strictSame(await output('only_new', whole([long, { b: 2, a: 1 }, null])), [null])
  const nested = { list: [{ customer: { id: 7 } }], by: 'customer.id', onFail: 'release' }
  t.strictSame(await output('only_new', nested), nested.list)
})

test('only_new refuses an item without the field, and a list without a word on failing', async t => {
  const { call } = await given(t)
  t.match(await call('only_new', { list: [{ id: 1 }, { no: 2 }], by: 'id', onFail: 'keep' }), {
    error: { code: 'unknown-field', message: 'item 2 of the list has no field "id"' },
  })
  t.match(await call('only_new', { list: [1] }), { error: { code: 'invalid-arguments' } })
})

test('changed compares with the run before, whatever the order of fields; count_up counts', async t => {
  const { output } = await given(t)
  const changed = (value: Json) => output('changed', { key: 'price', value })
  t.strictSame(await changed({ a: 1, b: 2 }), { changed: true, before: null })
  t.strictSame(await changed({ b: 2, a: 1 }), { changed: false, before: { a: 1, b: 2 } })
  t.strictSame(await changed(3), { changed: true, before: { a: 1, b: 2 } })
  t.equal(await output('count_up', { key: 'n' }), 1)
  t.equal(await output('count_up', { key: 'n', by: 5 }), 6)
  t.equal(await output('count_up', { key: 'n', by: -2 }), 4)
  t.equal(await output('recall', { key: 'n' }), 4)
})

test('a rehearsal says what would be answered, and nothing is kept', async t => {
  const { output, call } = await given(t)
  const fresh = { list: [1, 2], onFail: 'release' }
  const all = async () => ({
    new: await output('only_new', fresh, rehearsed),
    changed: await output('changed', { key: 'c', value: null }, rehearsed),
    count: await output('count_up', { key: 'n' }, rehearsed),
    remember: await output('remember', { key: 'k', value: 1 }, rehearsed),
    forget: await output('forget', { key: 'k' }, rehearsed),
    recall: await output('recall', { key: 'k' }, rehearsed),
  })
  const first = await all()
  t.strictSame(first, {
    ...{ new: [1, 2], changed: { changed: true, before: null }, count: 1 },
    ...{ remember: true, forget: false, recall: null },
  })
  t.strictSame(await all(), first)
  await output('only_new', { ...fresh, list: [1] })
  for (const tool of ['changed', 'remember']) await output(tool, { key: 'c', value: null })
  await output('count_up', { key: 'n', by: 6 })
  t.match(await all(), { new: [2], changed: { changed: false, before: null }, count: 7 })
  await output('remember', { key: 'n', value: 'seven' })
  t.match(await call('count_up', { key: 'n' }, rehearsed), { error: { code: 'not-a-number' } })
  t.match(await call('http_request', { url: 'http://127.0.0.1:9', method: 'POST' }, rehearsed), {
    error: { code: 'not-rehearsed' },
  })
})

test('a secret that stands in a value is not kept', async t => {
  const token = 'tok_5f2c9a77d1'
  const { output } = await given(t, { id: 'cred_1', secret: { kind: 'bearer', token } })
  await output('remember', { key: 'k', value: { said: `it is ${token}` } })
  await output('only_new', { list: [`it is ${token}`], onFail: 'keep' })
  const text = `select count(*)::int as found from memory_keys where key like $1 or value like $1`
  const [row] = await database.query<{ found: number }>({ name: 'test.secrets', text }, [`%${token}%`])
  t.equal(row!.found, 0)
  t.strictSame(await output('recall', { key: 'k' }), { said: 'it is [secret]' })
})

test('values, lists and keys have bounds', async t => {
  const { call, output } = await given(t)
  const text = (bytes: number) => 'x'.repeat(bytes - 2)
  t.equal(await output('remember', { key: 'k', value: text(memoryBounds.valueBytes) }), true)
  t.match(await call('remember', { key: 'k', value: text(memoryBounds.valueBytes + 1) }), {
    error: { code: 'too-large', message: /65,536 bytes, and this one has 65537/ },
  })
  const list = Array.from({ length: memoryBounds.items + 1 }, (_, index) => index)
  t.match(await call('only_new', { list, onFail: 'keep' }), { error: { code: 'invalid-arguments' } })
  t.equal(((await output('only_new', { list: list.slice(1), onFail: 'keep' })) as Json[]).length, 10_000)
  for (const key of ['', '.', '..', 'k'.repeat(201), 'item:=1', 'a\0b'])
    t.match(await call('count_up', { key }), { error: { code: 'invalid-arguments' } }, JSON.stringify(key))
  t.equal(await output('forget', { key: 'item:=1' }), true, 'an item may be given again')
  t.strictSame(await output('only_new', { list: [1, 2], onFail: 'keep' }), [1])
})

test('who is no workflow has no memory, but may name a shared one', async t => {
  const { organizationId, call, output } = await given(t)
  const nobody = { execution: undefined }
  for (const more of [nobody, { ...nobody, ...rehearsed }])
    t.match(await call('count_up', { key: 'n' }, more), {
      error: { code: 'no-memory', message: /only a workflow has a memory of its own/ },
    })
  t.match(await call('count_up', { key: 'n', memory: 'shared' }, nobody), {
    error: { code: 'unknown-memory', message: /there is no shared memory "shared"/ },
  })
  await sharedMemory(database, organizationId, 'shared')
  await sharedMemory(database, organizationId, 'closed', { readers: [], writers: [] })
  t.equal(await output('count_up', { key: 'n', memory: 'shared' }, nobody), 1)
  t.equal(await output('count_up', { key: 'n', memory: 'shared' }), 2)
  t.equal(await output('count_up', { key: 'n' }), 1, 'the own one is another')
  for (const [tool, args] of [
    ['recall', { key: 'n', memory: 'closed' }],
    ['count_up', { key: 'n', memory: 'closed' }],
  ] as const)
    t.match(await call(tool, args), { error: { code: 'memory-not-allowed' } }, tool)
})
