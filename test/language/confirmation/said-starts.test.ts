import { test } from 'tap'
import { withSaidStarts } from '../../../domain/work/starts/prompt-starts.ts'

const plan = { steps: [] }
const daily = { cron: '0 9 * * *', timezone: 'UTC' }

test('what a prompt says starts the workflow is confirmed as what a plan says', t => {
  const none = { schedule: null, triggers: [] }
  t.equal(withSaidStarts(plan, none), plan)
  const kept = { ...daily, overlap: 'skip', missed: 'last', inputs: {}, enabled: true }
  const triggers = [
    { kind: 'hook' as const },
    { kind: 'completion' as const, workflowId: 'wf_1', on: 'failed' as const },
  ]
  const start = [
    { kind: 'schedule', ...daily },
    { kind: 'hook' },
    { kind: 'completion', workflow: 'wf_1', on: 'failed' },
  ]
  t.strictSame(withSaidStarts(plan, { schedule: kept, triggers }).start, start)
  t.strictSame(withSaidStarts(plan, { schedule: daily, triggers }).start, start, 'before it is kept')
  const own = { ...plan, start: [{ kind: 'hook' as const }] }
  t.equal(withSaidStarts(own, { schedule: daily, triggers }), own, 'the plan says all of it')
  t.end()
})
