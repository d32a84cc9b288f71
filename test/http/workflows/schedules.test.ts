// What requests and prompts say of when a workflow runs.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import type { Compilation } from '../../../domain/plan/plan.ts'
import { Schedule } from '../../../domain/work/schedule.ts'
import { promptSchedule, scheduleOf, showPlannedSchedule } from '../../../http/workflows/schedules.ts'

const caller: Caller = {
  organizationId: 'org_1',
  userId: 'user_1',
  role: 'member',
  key: null,
  sessionId: null,
}
const weekdays = { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }
const filled = { ...weekdays, overlap: 'skip', missed: 'last', inputs: {}, enabled: true } as const
const plan = { steps: [] }

function compilation(schedule: Compilation['schedule']): Compilation {
  const cu = { least: 1, most: 1 }
  return { plan, diagnostics: [], inputsSchema: {}, status: 'ready', schedule, explanation: null, cu }
}

test('the schedule of the request wins over that of the prompt, also when it is null', async t => {
  const prompt = compilation({ cron: '0 12 * * *', timezone: 'UTC' })
  const schedule = Schedule.parse(weekdays)
  const explicit = { isFromPrompt: false, setBy: 'user_1' }
  t.strictSame(scheduleOf(caller, { schedule, compilation: prompt }), { schedule, ...explicit })
  t.strictSame(scheduleOf(caller, { schedule: null, compilation: prompt }), { schedule: null, ...explicit })
})

/** As a version keeps it. @param sent a plan beside the prompt */
const said = (of: Compilation, sent?: Json) => ({
  compilation: of,
  promptSchedule: promptSchedule({ compilation: of, ...(sent !== undefined && { plan: sent }) }),
})

test('without one in the request the prompt says it, and takes back what a prompt said', async t => {
  const fromPrompt = { isFromPrompt: true, setBy: 'user_1' }
  t.strictSame(scheduleOf(caller, said(compilation(weekdays))), {
    schedule: filled,
    ...fromPrompt,
  })
  t.strictSame(scheduleOf(caller, said(compilation(null))), { schedule: null, ...fromPrompt })
})

test('a prompt that is not understood takes no schedule away and sets none', async t => {
  const unread = (schedule: Compilation['schedule']) =>
    ({ ...compilation(schedule), status: 'needs_review' }) as const
  t.equal(scheduleOf(caller, said(unread(null))), undefined)
  t.equal(scheduleOf(caller, said(unread(weekdays))), undefined)
  t.equal(promptSchedule({ compilation: unread(null) }), undefined, 'nor when it is activated again')
})

test('a plan that somebody wrote, or no prompt at all, says nothing of it', async t => {
  t.equal(scheduleOf(caller, said(compilation(null), plan)), undefined)
  t.equal(scheduleOf(caller, {}), undefined)
})

test('a version keeps what its prompt says, whatever the request says', async t => {
  t.strictSame(promptSchedule({ compilation: compilation(weekdays) }), filled)
  t.equal(promptSchedule({ compilation: compilation(null) }), null)
  t.equal(promptSchedule({ plan, compilation: compilation(null) }), undefined)
})

test('a plan shows the schedule that the prompt says, with the next five times', async t => {
  t.equal(showPlannedSchedule(compilation(null)), null)
  const { next, ...rest } = showPlannedSchedule(compilation(weekdays))!
  t.strictSame(rest, { ...filled, lastRunAt: null, lastError: null })
  t.equal(next.length, 5)
})
