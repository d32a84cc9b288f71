// What the last release promised, this version keeps. A line here is a client that breaks: add instead of
// changing, or deprecate (docs/api-versions.md).
import { test } from 'tap'
import { breaksOf } from './breaks/operations.ts'
import { toolBreaks } from './breaks/tools.ts'
import { currentApi, currentTools, releasedApi, releasedTools } from './released.ts'

const today = new Date().toISOString().slice(0, 10)

test('the API keeps what the released OpenAPI document promised', async t => {
  const released = releasedApi()
  t.ok(Object.keys(released.paths).length > 150, 'it is the whole of it')
  t.strictSame(breaksOf(released, currentApi(), today), [])
})

test('the tools of /rpc keep what the released ones promised', async t => {
  const released = releasedTools()
  t.ok(released.length > 10, 'they are all')
  t.strictSame(toolBreaks(released, currentTools(), today), [])
})
