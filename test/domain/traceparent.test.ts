import { test } from 'tap'
import { executionContext, formatTraceparent, parseTraceparent } from '../../domain/traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('a traceparent is read as the recommendation says, and anything else is none', t => {
  t.strictSame(parseTraceparent(`00-${traceId}-${spanId}-01`), { traceId, spanId, isSampled: true })
  t.strictSame(parseTraceparent(`00-${traceId}-${spanId}-02`), { traceId, spanId, isSampled: false })
  t.strictSame(parseTraceparent(`cc-${traceId}-${spanId}-01-more`), { traceId, spanId, isSampled: true })
  for (const wrong of [
    '',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01x`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01\r\nX: 1`,
    'x'.repeat(10_000),
  ])
    t.equal(parseTraceparent(wrong), null, wrong.slice(0, 60))
  t.equal(formatTraceparent({ traceId, spanId, isSampled: true }), `00-${traceId}-${spanId}-01`)
  t.end()
})

test('the span of an execution follows from its id, its trace from whoever began it', t => {
  const trace = `00-${traceId}-${spanId}-00`
  const context = executionContext('exec_1', trace)
  t.match(context, { traceId, isSampled: false })
  t.not(context.spanId, spanId)
  t.strictSame(executionContext('exec_1', trace), context)
  const own = executionContext('exec_1', null)
  t.equal(own.spanId, context.spanId)
  t.strictSame(parseTraceparent(formatTraceparent(own)), own)
  t.not(executionContext('exec_2', null).traceId, own.traceId)
  t.end()
})
