import { test } from 'tap'
import {
  briefConfirmation,
  briefStarts,
  hasToBeConfirmed,
} from '../../../../http/mcp/route-tools/brief-plans.ts'

const effect = { id: 'effect:pay', kind: 'effect', severity: 'tick', says: 'pays\n  order: 7', quote: 'pay' }
const starts = { id: 'schedule:plan', kind: 'schedule', severity: 'info', says: 'Starts every day' }
const shown = (more: object = {}) => ({ required: true, accepted: false, entries: [effect, starts], ...more })

test('what is to be confirmed is told on one line each, and which effect no words ask for', async t => {
  t.strictSame(briefConfirmation(shown()), {
    confirmation: {
      required: true,
      entries: [{ severity: 'tick', says: 'pays order: 7' }, { says: 'Starts every day' }],
    },
  })
  const { quote: _, ...unquoted } = { ...effect, severity: 'info' }
  t.match(briefConfirmation(shown({ entries: [unquoted] })), {
    confirmation: { entries: [{ unquoted: true, says: 'pays order: 7' }] },
  })
  const many = Array.from({ length: 14 }, () => ({ ...starts, says: 'x'.repeat(1_000) }))
  const { confirmation } = briefConfirmation(shown({ entries: many })) as { confirmation: object }
  t.match(confirmation, { more: 4 })
  t.ok(JSON.stringify(confirmation).length < 2_000)
})

test('what is settled, and what nobody has to confirm, is not told', async t => {
  t.strictSame(briefConfirmation(undefined), {})
  t.strictSame(briefConfirmation(shown({ accepted: true })), {})
  t.strictSame(briefConfirmation({ required: false, accepted: false, entries: [] }), {})
  t.match(briefConfirmation({ required: true, accepted: false, entries: [] }), {
    confirmation: { required: true },
  })
})

test('what could not be listed is told with its page', async t => {
  const page = 'https://troupe.example.com/workflows/wf_1'
  const confirmation = { required: true, accepted: false, page }
  t.strictSame(briefConfirmation(confirmation), { confirmation: { required: true, page } })
  t.equal(hasToBeConfirmed({ confirmation }), true)
})

test('the confirmation says whether somebody has to confirm, or else the acceptance', async t => {
  t.equal(hasToBeConfirmed({ confirmation: shown() }), true)
  t.equal(hasToBeConfirmed({ confirmation: shown({ accepted: true }) }), false)
  const confirmation = shown({ required: false })
  t.equal(hasToBeConfirmed({ confirmation, acceptance: { acceptedAt: null } }), false, 'not here')
  t.equal(hasToBeConfirmed({ acceptance: { acceptedAt: null } }), true)
  t.equal(hasToBeConfirmed({ acceptance: { acceptedAt: 7 } }), false)
  t.equal(hasToBeConfirmed({ acceptance: null }), false)
})

test('what starts a workflow is what its plan says, or its schedule and triggers', async t => {
  const times = { cron: '0 9 * * *', timezone: 'UTC', enabled: true, next: [1], lastError: null }
  const planned = { start: [{ kind: 'schedule', id: 's', schedule: times }], schedule: times }
  t.strictSame(briefStarts(planned), {
    start: [{ kind: 'schedule', id: 's', cron: '0 9 * * *', timezone: 'UTC', enabled: true, next: [1] }],
  })
  t.strictSame(briefStarts({ plan: { start: [{ kind: 'hook', id: 'h' }] } }), {
    start: [{ kind: 'hook', id: 'h' }],
  })
  t.strictSame(briefStarts({ plan: {}, schedule: times, triggers: [] }), {
    schedule: { cron: '0 9 * * *', timezone: 'UTC', enabled: true, next: [1] },
  })
  t.strictSame(briefStarts({ plan: {}, schedule: null, triggers: [{ kind: 'hook' }] }), {
    triggers: [{ kind: 'hook' }],
  })
})
