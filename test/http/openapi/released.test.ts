// What the last release promised, this version keeps. A line here is a client that breaks: add instead of
// changing, or deprecate (docs/api-versions.md).
import { test } from 'tap'
import { breaksOf } from './breaks/operations.ts'
import { toolBreaks } from './breaks/tools.ts'
import { currentApi, currentTools, releasedApi, releasedTools } from './released.ts'

const today = new Date().toISOString().slice(0, 10)

/** What was decided all the same: it is in the answers of those only who ask for it. */
const decided: ReadonlySet<string> = new Set([
  // Plans that say `"irVersion": 2` are read back as what they are.
  'Plan (answer).irVersion: the values were all, are x-open now',
  'Plan (answer).irVersion: the value 2 is new, and the enum is not x-open',
])

test('the API keeps what the released OpenAPI document promised', async t => {
  const released = releasedApi()
  t.ok(Object.keys(released.paths).length > 150, 'it is the whole of it')
  const broken = breaksOf(released, currentApi(), today)
  t.strictSame(
    broken.filter(line => !decided.has(line)),
    [],
  )
})

test('the tools of /rpc keep what the released ones promised', async t => {
  const released = releasedTools()
  t.ok(released.length > 10, 'they are all')
  t.strictSame(toolBreaks(released, currentTools(), today), [])
})
