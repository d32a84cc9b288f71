import { test } from 'tap'
import { chosenVersion } from '../../../../actors/execution/starting/canary.ts'
import type { Runnable } from '../../../../actors/execution/starting/starting.ts'

const canary = { versionId: 'ver_2', version: 2, percent: 100, since: 0, setBy: 'user_1' }
const active: Runnable = {
  ...{ workflowId: 'wf_1', workflowName: 'Report', versionId: 'ver_1', version: 1, status: 'ready' },
  ...{ diagnostics: [], inputsSchema: {}, isLimited: false, needsAcceptance: false, canary },
}
const tried = {
  ...{ id: 'ver_2', organizationId: 'org_1', workflowId: 'wf_1', version: 2, status: 'ready' as const },
  ...{ plan: { steps: [] }, inputsSchema: {} },
}

test('a version that is tried gets nothing once its confirmation is taken back', async t => {
  const chosen = async (isUnaccepted: boolean, acceptsPlans: boolean) => {
    const load = async () => ({ ...tried, isUnaccepted })
    return (await chosenVersion(active, 'exec_1', { acceptsPlans: () => acceptsPlans, load })).versionId
  }
  t.equal(await chosen(false, true), 'ver_2')
  t.equal(await chosen(true, true), 'ver_1')
  t.equal(await chosen(true, false), 'ver_2', 'the organization does without confirmations')
})
