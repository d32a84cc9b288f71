// What values, units, nouns and verbs say of arguments: each reading beside one that is refused.
import { test } from 'tap'
import { plan } from '../../../language/planner/planner.ts'
import { argumentsOf, ready, stepsOf, toolsOf } from './given.ts'

const domains = await toolsOf('logistics', 'school', 'projects', 'devops', 'helpdesk')
const [logistics, school, projects, devops] = ['logistics', 'school', 'projects', 'devops'].map(
  slug => domains.get(slug)!,
)

test('a value may stand with the noun of its argument, and a number with its unit', async t => {
  const sent = (prompt: string) => argumentsOf(ready(prompt, school!)!)
  t.match(sent('Pin "Lock the gym" to the staffroom board'), '"board":"staffroom"')
  const booked = sent('Book room {{inputs.room}} on 4 December 2026 at 2 pm for 90 minutes')
  t.match(booked, '"startTime":"14:00"')
  t.match(booked, '"durationMinutes":90')
  t.match(argumentsOf(ready('Order 30 units of SKU-105', logistics!)!), '"quantity":30')
  t.equal(ready('Order 30 pallets of SKU-105', logistics!), null)
})

test('what is true or false is said and denied by one word', async t => {
  const sent = (prompt: string) => argumentsOf(ready(prompt, school!)!)
  t.match(sent('Return the ids of the unexcused absences'), '"excused":false')
  t.match(sent('Update absence {{inputs.id}} as excused'), '"excused":true')
  t.match(sent('Update absence {{inputs.id}} as unexcused'), '"excused":false')
  t.equal(ready('Return the ids of the unblorfed absences', school!), null)
})

test('an address is taken from the person, never from the name', async t => {
  const mail = 'then email the recipient: subject "Your parcel", body "It comes"'
  t.match(
    argumentsOf(ready(`Get parcel {{inputs.parcel}}, ${mail}`, logistics!)!),
    '"to":[{"$":"steps.parcel.recipient_email"}]',
  )
})

test('a record that no tool gets by its id is found among all of them', async t => {
  const made = ready('Get the absence {{inputs.id}} in the list of absences. Return its date', school!)
  t.match(JSON.stringify(made), 'absence.id == inputs.id')
})

test('two fields of one record are compared with each other', async t => {
  const made = ready(
    'Return the names of the stock levels whose quantity is under their reorder level',
    logistics!,
  )
  t.match(JSON.stringify(made), 'level.quantity < level.reorder_level')
})

test('a question changes nothing', async t => {
  const asked = ready(
    'Which task of the project {{inputs.project}} has the largest estimate in hours?',
    projects!,
  )
  t.ok(stepsOf(asked!).every(step => step.kind !== 'tool' || step.tool !== 'create_task'))
})

test("everybody's verbs are no values of arguments", async t => {
  const made = ready('Get parcel {{inputs.id}}. Return its weight kg', logistics!)
  t.notOk(
    stepsOf(made ?? { irVersion: 1, steps: [] }).some(
      step => step.kind === 'tool' && step.tool === 'post_notification',
    ),
  )
})

test('what was done is not done again, and anything stands for what follows', async t => {
  const list = 'List the services that are down'
  t.equal(ready(`${list}. Restart each of them. Then restart each of them.`, devops!), null)
  const asked = ready(
    `${list}. Get approval from an admin before anything is restarted. Then restart each of them.`,
    devops!,
  )
  t.same(
    stepsOf(asked!).flatMap(step => (step.kind === 'tool' ? [step.tool] : [])),
    ['list_services', 'restart_service'],
  )
})

test('brackets around the name of a field are no text', async t => {
  const mail = (body: string) =>
    ready(
      `For each available driver, send an e-mail to the driver with subject "Yard" and body "${body}"`,
      logistics!,
    )
  t.equal(mail('Hello [name]'), null)
  t.not(mail('Hello {{driver.name}}'), null)
  t.not(mail('Hello [all]'), null)
})

test('an empty list is no failure, and a record that is missing is one', async t => {
  const helpdesk = domains.get('helpdesk')!
  const told = (prompt: string) => JSON.stringify(ready(prompt, helpdesk)?.steps ?? null)
  t.match(
    told('List the open tickets. If there is no ticket, post "none" to #team'),
    '"when":"size(steps.ticket) == 0"',
  )
  t.match(told('Get ticket {{inputs.id}}. If it does not exist, post "none" to #team'), '"onError"')
  t.equal(told('List the open tickets. If there is no such ticket, post "none" to #team'), 'null')
})

test('a time of day is an argument, and compared with nothing that is not known', async t => {
  t.equal(ready('Return the rooms later than 14:00', school!), null)
  t.equal(ready('Return the ids of the absences at 14:00', school!), null)
})

test('a word that denies is no slip, and nothing is asked for behind what was done', async t => {
  const { diagnostics } = plan('Return the names of the carriers that are disactive', logistics!)
  t.same(
    diagnostics.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title)),
    [],
  )
  t.equal(ready('Post "x" to the warehouse and the returns channel', logistics!), null)
  t.equal(ready('Get pupil {{inputs.p}}. If there is no bus route, return "walks"', school!), null)
})
