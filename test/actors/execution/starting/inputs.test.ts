// What schedules, retries in bulk and sub-workflows start with.
import { test } from 'tap'
import { prepareStart, type Runnable } from '../../../../actors/execution/starting/starting.ts'
import type { JsonObject } from '../../../../domain/json.ts'

const inputsSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, limit: { type: 'integer', default: 5 } },
  required: ['name'],
}
const runnable: Runnable = {
  ...{ workflowId: 'wf_1', workflowName: 'Report', versionId: 'ver_1', version: 1, status: 'ready' },
  ...{ diagnostics: [], inputsSchema, isLimited: false, needsAcceptance: false },
}
const started = (inputs: JsonObject) =>
  prepareStart({
    ...{ organizationId: 'org_1', runnable, inputs, trigger: { kind: 'schedule', ref: null } },
    ...{ plan: 'free', executionLimits: { free: 500, pro: null, scale: null }, startedBy: null },
  }).inputs

test('an input that is missing has its default before it is checked', async t => {
  t.strictSame(started({ name: 'Ada' }), { limit: 5, name: 'Ada' })
  t.throws(() => started({ limit: 1 }), { code: 'validation-failed', message: /^inputs\.name: expected/ })
  t.throws(() => started({ name: 'Ada', limit: null }), { message: /^inputs\.limit: expected integer/ })
})
