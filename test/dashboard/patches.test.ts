// Hints of the live stream in the cache of queries, without a browser: what is written at once, and what is
// read again, how often.
import { mock } from 'node:test'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Test, test } from 'tap'
import { refreshShown, takeChanges } from '../../dashboard/app/live/patches.ts'
import { Refresher } from '../../dashboard/app/live/refresher.ts'

const nothing = {
  ...{ ts: 1, executions: [], approvals: [], workflows: [], notifications: null },
  ...{ toolServers: [], webhooks: [], chats: [], more: false },
}
const list = ['GET /api/v1/executions', {}, {}] as const
const run = (id: string, status: string) => ({ id, workflowId: 'wf_1', status })

/** A cache whose queries count how often they are read. */
function open(t: Test) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, gcTime: Infinity } } })
  t.teardown(() => queries.clear())
  return {
    queries,
    async show<T>(queryKey: readonly unknown[], value: T) {
      const seen = { reads: 0 }
      const queryFn = async () => {
        seen.reads++
        return value
      }
      const observer = new QueryObserver(queries, { queryKey, queryFn })
      t.teardown(observer.subscribe(() => {}))
      await observer.refetch()
      return seen
    },
  }
}

test('statuses are written into lists at once; what has not changed keeps its identity', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { queries, show } = open(t)
  const rows = [run('exec_1', 'running'), run('exec_2', 'running')]
  await show(list, rows)
  const pages = { pages: [{ rows, next: null }], pageParams: [null] }
  await show([...list, 'pages'], pages)
  await show(['GET /api/v1/executions/search', {}, { status: 'failed' }], [run('exec_9', 'failed')])
  const others = queries.getQueryData(['GET /api/v1/executions/search', {}, { status: 'failed' }])
  takeChanges(queries, {
    ...nothing,
    executions: [run('exec_2', 'completed'), run('exec_3', 'queued')],
  } as never)
  const patched = queries.getQueryData(list) as typeof rows
  t.strictSame(
    patched.map(({ id, status }) => `${id} ${status}`),
    ['exec_1 running', 'exec_2 completed'],
  )
  t.equal(patched[0], rows[0], 'the other row is the same object')
  const inPages = queries.getQueryData([...list, 'pages']) as typeof pages
  t.equal(inPages.pages[0]!.rows[1]!.status, 'completed')
  t.equal(queries.getQueryData(['GET /api/v1/executions/search', {}, { status: 'failed' }]), others)
  takeChanges(queries, { ...nothing, executions: [run('exec_2', 'completed')] } as never)
  t.equal(queries.getQueryData(list), patched, 'a hint that says nothing new changes nothing')
})

test('a run that is told again with the same status makes nothing old', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { queries, show } = open(t)
  const seen = await show(['GET /api/v1/executions/:id', { id: 'exec_20' }, {}], run('exec_20', 'queued'))
  const reads = async (status: string) => {
    takeChanges(queries, { ...nothing, executions: [run('exec_20', status)] } as never)
    mock.timers.tick(200)
    await new Promise(resolve => setImmediate(resolve))
    return seen.reads
  }
  t.equal(await reads('running'), 2)
  t.equal(await reads('running'), 2)
})

test('the count of the inbox is written at once', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { queries, show } = open(t)
  const key = ['GET /api/v1/notifications/inbox', {}, {}]
  await show(key, { unread: 1, items: [] })
  takeChanges(queries, { ...nothing, notifications: { unread: 4 } } as never)
  t.match(queries.getQueryData(key), { unread: 4, items: [] })
})

test('a first read that was under way when the stream began is followed by another', async t => {
  const { queries } = open(t)
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let reads = 0
  const queryFn = () => answers[reads++]!.promise
  const observer = new QueryObserver(queries, { queryKey: ['GET /api/v1/approvals', {}, {}], queryFn })
  t.teardown(observer.subscribe(() => {}))
  refreshShown(queries)
  answers[0]!.resolve(0)
  answers[1]!.resolve(1)
  while (reads < 2) await new Promise(resolve => setImmediate(resolve))
  await observer.fetchOptimistic(observer.options as never)
  t.equal(queries.getQueryData(['GET /api/v1/approvals', {}, {}]), 1)
})

test('a thousand asks become few refreshes: the first soon, later ones after ever longer pauses', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  let now = 0
  const refresher = new Refresher(() => now)
  let refreshes = 0
  async function pass(ms: number): Promise<void> {
    for (let each = 0; each < ms; each += 10) {
      now += 10
      refresher.ask('list', 1_000, () => void refreshes++)
      mock.timers.tick(10)
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  await pass(50)
  t.equal(refreshes, 0, 'what comes together is read together')
  await pass(100)
  t.equal(refreshes, 1)
  await pass(900)
  t.equal(refreshes, 1)
  await pass(100)
  t.equal(refreshes, 2)
  await pass(58_850)
  t.ok(refreshes <= 11, `${refreshes} in a minute`)
  mock.timers.tick(10_000)
  await Promise.resolve()
  now += 60_000
  await pass(150)
  const before = refreshes
  await pass(1_100)
  t.equal(refreshes, before + 1, 'after a rest the pauses are short again')
})

test('what is being deleted here is not read again, and is again when that has failed', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { queries, show } = open(t)
  const seen = await show(['GET /api/v1/workflows/:id', { id: 'wf_1' }, {}], { id: 'wf_1' })
  const other = await show(['GET /api/v1/workflows/:id', { id: 'wf_2' }, {}], { id: 'wf_2' })
  const { promise, reject } = Promise.withResolvers<void>()
  const mutationKey = ['DELETE /api/v1/workflows/:id']
  const deletion = new MutationObserver(queries, { mutationKey, mutationFn: () => promise, gcTime: Infinity })
    .mutate({ params: { id: 'wf_1' } } as never)
    .catch(() => {})
  refreshShown(queries)
  t.strictSame([seen.reads, other.reads], [1, 2])
  reject(new Error('refused'))
  await deletion
  refreshShown(queries)
  t.strictSame([seen.reads, other.reads], [2, 3])
})
