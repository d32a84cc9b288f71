// A confirmation that cannot be listed breaks nothing that it is told beside.
import { test } from 'tap'
import { openParts } from '../../../actors/chat/confirming/confirming.ts'
import type { ChatMessage } from '../../../domain/chat/chat.ts'
import { Failure } from '../../../domain/failure.ts'
import { openConfirmation, withConfirmations } from '../../../http/chat/confirmations.ts'
import { withConfirmation } from '../../../http/workflows/confirming.ts'

const caller = { organizationId: 'org_1', userId: 'user_1', role: 'member', key: null } as never
const page = 'https://troupe.example.com/workflows/wf_1'

/** A service in which the threads that list entries are busy, or fail. */
function servicesThat(fail: () => never) {
  const version = {
    versionId: 'v_1',
    plan: { steps: [] },
    said: {},
    digest: 'd',
    isAccepted: false,
    starts: { schedule: null, triggers: [] },
  }
  return {
    appUrl: 'https://troupe.example.com',
    compiler: { confirm: async () => fail() },
    organizations: { terms: async () => ({ acceptsPlans: true }) },
    workflows: { confirmable: async () => version, get: async () => ({ name: 'Made' }) },
  } as never
}
const failing = [
  () => {
    throw new Failure('rate-limited', 'the threads are busy')
  },
  () => {
    throw new RangeError('too deep')
  },
]

test('an agent is told what it has made, and where its person confirms it', async t => {
  const made = { id: 'wf_1', name: 'Made', acceptance: { acceptedAt: null } } as never
  for (const fail of failing) {
    const told = await withConfirmation(servicesThat(fail), caller, made)
    t.match(told, { id: 'wf_1', confirmation: { required: true, accepted: false, page } })
  }
})

test('the messages of a chat are shown, with the page', async t => {
  const part = { type: 'confirmation', workflowId: 'wf_1', workflowName: 'Made', page, mayConfirm: false }
  const message = {
    id: 'msg_1',
    createdAt: 1,
    parts: [{ ...part, confirmation: null }],
  } as unknown as ChatMessage
  for (const fail of failing) {
    const [shown] = await withConfirmations(servicesThat(fail), caller, [message])
    t.match(shown!.parts, [{ page, confirmation: null, mayConfirm: false }])
  }
})

test('the assistant says that it has to be confirmed, and where', async t => {
  for (const fail of failing) {
    const open = await openConfirmation(servicesThat(fail), caller, 'wf_1')
    t.match(open, { workflowName: 'Made', page, confirmation: null })
    const [text] = openParts('wf_1', open!) as unknown as readonly { readonly text: string }[]
    t.match(text!.text, /\*\*Made\*\* starts by itself[\s\S]*could not be listed[\s\S]*workflows\/wf_1/)
  }
})
