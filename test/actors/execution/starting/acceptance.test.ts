import { test } from 'tap'
import { prepareStart, type Runnable } from '../../../../actors/execution/starting/starting.ts'
import { Trigger } from '../../../../domain/work/execution.ts'

const runnable: Runnable = {
  ...{ workflowId: 'wf_1', workflowName: 'Report', versionId: 'ver_1', version: 1, status: 'ready' },
  ...{ diagnostics: [], inputsSchema: {}, isLimited: false, needsAcceptance: true },
}
const start = (kind: Trigger['kind'], needsAcceptance: boolean, ref: string | null = null) =>
  prepareStart({
    ...{ organizationId: 'org_1', runnable: { ...runnable, needsAcceptance }, inputs: {} },
    ...{
      trigger: { kind, ref },
      plan: 'free',
      executionLimits: { free: 500, pro: null, scale: null },
      startedBy: null,
    },
  })

test('what a model planned starts unattended once somebody has accepted it, and not before', async t => {
  const attended = ['api', 'chat', 'retry']
  for (const kind of Trigger.shape.kind.options) {
    t.ok(start(kind, false), kind)
    if (attended.includes(kind)) t.ok(start(kind, true), kind)
    else
      t.throws(
        () => start(kind, true),
        { code: 'workflow-needs-review', message: /somebody has to confirm it/ },
        kind,
      )
  }
  t.ok(start('tool', true, 'execute_workflow'), 'the caller names the workflow')
  t.throws(() => start('tool', true, 'run_report'), { code: 'workflow-needs-review' })
})
