// What a call is told: by its own words, by sentences after it, by the list that it is about.
import tap, { type Test, test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { plan } from '../../../language/planner/planner.ts'
import { domainsFolder, loadDomain } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

const shops = new Map(
  await Promise.all(
    ['people', 'finance', 'crm', 'helpdesk', 'content', 'devops'].map(
      async slug => [slug, await openShop(loadDomain(`${domainsFolder}/${slug}.json`))] as const,
    ),
  ),
)

function made(slug: string, prompt: string): readonly Step[] | null {
  const { plan: read, diagnostics } = plan(prompt, shops.get(slug)!.tools)
  return diagnostics.some(({ severity }) => severity === 'error') ? null : read.steps
}

const reads = (t: Test, slug: string, prompt: string, steps: unknown) =>
  t.match(made(slug, prompt), steps, prompt)

test('an event with many is one event', async t => {
  const start = '2026-12-02T10:00:00Z'
  const attendees = { $: 'steps.employee.map(employee, employee.email)' }
  const steps = [
    { tool: 'list_employees' },
    { tool: 'create_calendar_event', args: { title: 'A', start, attendees } },
  ]
  const event = `Create a calendar event "A" at ${start}`
  reads(t, 'people', `${event} with all active employees.`, steps)
  reads(t, 'people', `${event} with the emails of all active employees.`, steps)
  reads(t, 'people', `${event}. The attendees are the emails of all active employees.`, steps)
  reads(t, 'people', `${event} for each active employee.`, [{}, { kind: 'foreach' }])
})

test('a thing that happens has a start and a length', async t => {
  const args = { start: '2026-12-02T10:00:00Z', durationMinutes: 90, attendees: ['a@b.example'] }
  const steps = [{ tool: 'create_calendar_event', args }]
  const event = 'Create a calendar event "A" with a@b.example'
  reads(t, 'people', `${event} that starts at 2026-12-02T10:00:00Z and takes 90 minutes.`, steps)
  reads(t, 'people', `${event} at 2026-12-02T10:00:00Z. It takes 90 minutes.`, steps)
})

test('what the tool takes is said to the tool', async t => {
  reads(t, 'finance', 'Return the number of open invoices of vendor {{inputs.vendor_id}}', [
    { tool: 'list_invoices', args: { status: 'open', vendor_id: { $: 'inputs.vendor_id' } } },
    { kind: 'return' },
  ])
})

test('a code beside its noun needs no quotes, a word does', async t => {
  reads(t, 'crm', 'Add the tag credit-checked to customer cus_6', [
    { tool: 'add_tag', args: { tag: 'credit-checked', customer_id: 'cus_6' } },
  ])
  for (const word of ['permanently', 'soon', 'e-mail', 'twice'])
    t.equal(made('crm', `Add the tag ${word} to customer cus_6`), null, word)
})

test('a figure stands in the text that is posted of it, or it is refused', async t => {
  reads(t, 'helpdesk', 'Post the number of solved tickets to #billing as "Solved: {{count}}".', [
    {},
    { id: 'count' },
    { tool: 'post_channel_message', args: { text: { $t: 'Solved: ${steps.count}' } } },
  ])
  for (const text of ['Solved', 'Solved: {{ticket.subject}}'])
    t.equal(made('helpdesk', `Post the number of solved tickets to #billing as "${text}".`), null, text)
})

test('what is done after each of many is done for each', async t => {
  const mail = 'e-mail its author with the subject "Live" and the body "{{post.title}} is live."'
  reads(t, 'content', `Publish every scheduled post. After publishing a post, ${mail}`, [
    {},
    { kind: 'foreach', steps: [{ tool: 'publish_post' }, { tool: 'send_email' }] },
  ])
  t.equal(made('content', `Publish post {{inputs.post_id}}. After publishing a post, ${mail}`), null)
})

test('who made a thing is who did it', async t => {
  reads(t, 'devops', 'List the deployments that were made by {{inputs.who}}.', [
    {},
    { value: { $: /deployed_by, null\) == inputs\.who/ } },
    {},
  ])
})

test("two lists of one kind are not each other's", async t => {
  reads(t, 'people', 'Return the emails of all active employees in the {{inputs.office}} office.', [
    { args: { status: 'active', office: { $: 'inputs.office' } } },
    {},
  ])
})

tap.teardown(async () => {
  for (const { hub } of shops.values()) await hub.close()
})
