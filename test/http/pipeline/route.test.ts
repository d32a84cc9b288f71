import { test } from 'tap'
import { z } from 'zod'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { Execution } from '../../../domain/work/execution.ts'
import { type Workflow, Workflow as WorkflowSchema } from '../../../domain/work/workflow.ts'
import { page, rawJson, reply } from '../../../http/pipeline/reply.ts'
import { route } from '../../../http/pipeline/route.ts'

const summary = 'for the test'

test('the bucket follows from path and method, unless it is given', async t => {
  const bucketOf = (pattern: Parameters<typeof route>[0], bucket?: 'rpc') =>
    route(pattern, { summary, returns: z.unknown(), ...(bucket ? { bucket } : {}) }).handle(() => null).bucket
  t.equal(bucketOf('GET /api/v1/auth/me'), 'auth')
  t.equal(bucketOf('POST /api/v1/auth/login'), 'auth')
  t.equal(bucketOf('GET /api/v1/workflows'), 'read')
  t.equal(bucketOf('DELETE /api/v1/workflows/:id'), 'write')
  t.equal(bucketOf('POST /rpc', 'rpc'), 'rpc')
})

test('types of parameters, body, query, caller and result follow from the declaration', async t => {
  route('POST /a/:id/b/:step', { summary, body: z.object({ n: z.number() }), returns: Execution }).handle(
    ({ params, body, caller }) => {
      const text: string = params.id + params.step + caller.userId
      const number: number = body.n
      // @ts-expect-error the path has no such parameter
      params.other
      return rawJson(text + number)
    },
  )
  route('GET /a', { summary, public: true, returns: z.array(WorkflowSchema) }).handle(({ caller, body }) => {
    const nobody: null = caller
    const nothing: undefined = body
    return nobody ?? nothing ?? page(pageOfList([] as Workflow[], { limit: 1 }, fixedOrder('none')))
  })
  route('GET /b', {
    summary,
    query: z.object({ n: z.coerce.number() }),
    returns: z.object({ n: z.number() }),
  }).handle(async ({ query }) => reply({ n: query.n }))
  // @ts-expect-error the result is not of the declared type
  route('GET /c', { summary, returns: z.object({ id: z.string() }) }).handle(() => ({ id: 3 }))
  // @ts-expect-error a list that does not page
  route('GET /d', { summary, returns: z.array(z.string()) }).handle(() => ['all'])
  t.pass('it compiles')
})
