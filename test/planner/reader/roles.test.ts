// Whom a thing was given to, and who did it, are two: "the agent that it is assigned to" is the assignee,
// "the agent who assigned it" is not.
import { test } from 'tap'
import { planned } from '../corpus/judge.ts'
import { findDomains } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

const shop = await openShop(findDomains(['helpdesk'])[0]!, { hasFirstParty: false })
await shop.hub.close()
const whole = (agent: string) =>
  `Get ticket {{inputs.id}}. Get the agent ${agent}. Post "{{agent.name}}" to #team.`

for (const agent of [
  'that it is assigned to',
  "it's assigned to",
  'to whom it is assigned',
  'assigned to it',
])
  test(`the agent ${agent} is the assignee`, async t => {
    const { status, plan } = await planned(whole(agent), shop)
    t.equal(status, 'ready')
    t.match(JSON.stringify(plan.steps), /"agentId":\{"\$":"steps\.ticket\.assigneeId"\}/)
  })

for (const agent of ['who assigned it', 'that it was created by', 'that it is reported to'])
  test(`the agent ${agent} is not known`, async t => {
    t.equal((await planned(whole(agent), shop)).status, 'needs_review')
  })
