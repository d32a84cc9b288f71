// Calls to tool servers on stdio from the thread of a host, by way of the desk of the main thread.
import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import { withSentNumerals } from '../../../domain/schema/sent-numerals.ts'
import { fault, type Reply } from '../../../rpc/remote/reply.ts'
import { remoteStdio } from '../../../rpc/stdio/remote-stdio.ts'
import type { StdioCalls, StdioQuestion } from '../../../rpc/stdio/stdio-calls.ts'
import { StdioDesk } from '../../../rpc/stdio/stdio-desk.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'

const done: Reply = { type: 'result', result: { n: 1 }, headers: {}, sizeBytes: 7 }

function question(inMs = 10_000): StdioQuestion {
  const about = { server: 'srv_1', organizationId: 'org_1', url: 'stdio:files', secret: null, isAnew: false }
  return { ...about, method: 'tools/call', params: {}, deadline: Date.now() + inMs }
}

test('a reply comes back, with the progress before it', async t => {
  const progress: ToolProgress = { type: 'progress', done: 1, total: 2, message: null }
  const desk = new StdioDesk({
    async ask(_, { onProgress }) {
      onProgress?.(progress)
      return done
    },
  })
  const heard: ToolProgress[] = []
  const host = remoteStdio(message => desk.answer(JSON.stringify(message)))
  t.strictSame(await host.ask(question(), { onProgress: one => heard.push(one) }), done)
  t.strictSame(heard, [progress])
})

test('a number of an argument keeps its digits on the way', async t => {
  const asked: string[] = []
  const desk = new StdioDesk({
    ask: async ({ params }) => {
      asked.push(JSON.stringify(params))
      return fault('reset', 'was called')
    },
  })
  const params = withSentNumerals(
    { properties: { id: { type: 'integer' } } },
    { id: '7615917337495251231', n: '5' },
  )
  await remoteStdio(message => desk.answer(JSON.stringify(message))).ask({ ...question(), params }, {})
  t.strictSame(asked, ['{"id":7615917337495251231,"n":"5"}'])
})

test('a desk that is away is asked again, and the call is made once', async t => {
  let calls = 0
  const answering = new StdioDesk({
    async ask() {
      calls++
      return done
    },
  })
  let asks = 0
  const host = remoteStdio(async message => {
    const answer = asks++ === 0 ? null : await answering.answer(JSON.stringify(message))
    if (asks <= 2) throw new Failure('unavailable', 'no answer from desk in time')
    return answer!
  })
  t.strictSame(await host.ask(question(), {}), done)
  t.equal(calls, 1)
})

test('a caller that leaves takes its call along', async t => {
  const asked = Promise.withResolvers<void>()
  const stdio: StdioCalls = {
    ask: (_, { signal }) =>
      new Promise(resolve => {
        signal!.addEventListener('abort', () =>
          resolve(fault('aborted', 'was called, and the call was given up')),
        )
        asked.resolve()
      }),
  }
  const desk = new StdioDesk(stdio)
  const controller = new AbortController()
  const asking = remoteStdio(message => desk.answer(JSON.stringify(message))).ask(question(), controller)
  await asked.promise
  controller.abort()
  t.match(await asking, { type: 'fault', error: { code: 'aborted' } })
})

test('a call that the desk does not know is lost, and one without an answer ends by its deadline', async t => {
  const desk = new StdioDesk({ ask: async () => done })
  t.match(JSON.parse(await desk.answer('{"type":"stdio-wait","call":"x"}')), {
    reply: { error: { code: 'reset' } },
  })
  const host = remoteStdio(() => Promise.reject(new Failure('unavailable', 'the service is starting')))
  t.match(await host.ask(question(-1_900), {}), { type: 'fault', error: { code: 'timeout' } })
})
