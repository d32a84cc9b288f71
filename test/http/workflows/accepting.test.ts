import { test } from 'tap'
import { acceptRead } from '../../../http/workflows/confirming.ts'
import type { ConfirmableVersion } from '../../../storage/workflows/versions/confirmations.ts'

const caller = {
  ...{ organizationId: 'org_1', userId: 'user_1', role: 'member' as const },
  ...{ key: null, sessionId: 'session_1' },
}
const version: ConfirmableVersion = {
  ...{
    versionId: 'ver_1',
    name: 'Made',
    plan: { steps: [] },
    prompt: 'x',
    diagnostics: [],
    plannedBy: 'agent',
  },
  ...{ digest: 'of the explanation', said: {}, isAccepted: false, starts: { schedule: null, triggers: [] } },
}

/** @param digests of the confirmation, each time that it is asked for */
function servicesThat(...digests: string[]) {
  const did: string[] = []
  const services = {
    compiler: { confirm: async () => ({ digest: digests.shift()!, entries: [] }) },
    organizations: { terms: async () => ({ acceptsPlans: true }) },
    workflows: {
      confirmable: async () => version,
      accept: async () => did.push('accept'),
      withdraw: async () => did.push('withdraw'),
    },
  }
  return { did, services: services as unknown as Parameters<typeof acceptRead>[0] }
}

test('a tool that becomes another one while it is confirmed has to be confirmed again', async t => {
  const read = { digest: 'read', entries: [] }
  const steady = servicesThat('read', 'read')
  await acceptRead(steady.services, caller, 'wf_1', read)
  t.strictSame(steady.did, ['accept'])
  const changed = servicesThat('read', 'other')
  await t.rejects(acceptRead(changed.services, caller, 'wf_1', read), {
    code: 'conflict',
    message: /another one meanwhile/,
  })
  t.strictSame(changed.did, ['accept', 'withdraw'])
})
