import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { Planned, Planner, PlanningContext } from '../../../domain/plan/planning.ts'
import { createCompiler } from '../../../http/workflows/compiler.ts'
import { englishReader } from '../../../language/planner/planner.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { scriptedPlanner } from '../../support/scripted-planner.ts'
import { thinkingHere } from '../../support/thinking.ts'

const author = { organizationId: 'org_1', userId: 'user_1', key: null, role: 'member' as const }
const workflows = [{ id: 'wf_1', name: 'Billing' }]

function compilerThat(timeZone: string, planner: Planner = englishReader) {
  const asked: (readonly string[])[] = []
  const compiler = createCompiler({
    hub: { list: async () => [], withheld: async () => new Map() },
    findCredentials: async () => [],
    findDeciders: async (_, said) => said,
    nameWorkflows: async () => workflows,
    findModels: async () => ({ names: [], hasDefault: true }),
    findAddress: async ({ userId }) => (userId === 'user_1' ? 'ada@example.com' : null),
    findWorkflows: async (_, said) => {
      asked.push(said)
      return workflows
    },
    timeZone,
    planner,
    thinking: thinkingHere,
    clock: systemClock,
  })
  return { asked, compiler, compile: (prompt: string) => compiler.compile(author, prompt, null) }
}

test('a prompt that names a workflow is held against those that there are', async t => {
  const { asked, compile } = compilerThat('UTC')
  t.match(await compile('Run the workflow Billing'), { status: 'ready', diagnostics: [] })
  t.match(await compile('Run the workflow Invoicing'), {
    status: 'ready',
    diagnostics: [{ code: 'UNKNOWN_WORKFLOW', severity: 'question', candidates: ['Billing'] }],
  })
  t.strictSame(asked, [['Billing'], ['Invoicing']])
  await compile('Return 1')
  t.equal(asked.length, 2, 'nobody is asked about a plan that runs no other')
})

test('a time that names no time zone is one of the setting', async t => {
  const prompt = 'Every weekday at 9, return 1'
  t.match((await compilerThat('Europe/Berlin').compile(prompt)).schedule, { timezone: 'Europe/Berlin' })
  t.match((await compilerThat('UTC').compile(prompt)).schedule, { timezone: 'UTC' })
})

test('"me" is who writes the prompt', async t => {
  const { compile } = compilerThat('UTC')
  for (const prompt of [
    'Ask me to approve, then return "done"',
    'Wait for my approval, then return "done"',
    'Get my approval before waiting 2 hours. Then return "done".',
    'If {{inputs.amount}} is greater than 100, ask me for approval. Otherwise return "small".',
  ]) {
    const { status, plan, explanation } = await compile(prompt)
    t.equal(status, 'ready', prompt)
    t.match(JSON.stringify(plan), '"assignees":["ada@example.com"]')
    t.match(explanation, /ada@example\.com/)
  }
  const { compiler } = compilerThat('UTC')
  const stranger = { ...author, userId: 'user_2' }
  t.match(await compiler.compile(stranger, 'Ask me to approve, then return 1', null), {
    diagnostics: [{ code: 'UNKNOWN_ASSIGNEE' }],
  })
})

const diagnostic = {
  code: 'ASSUMED',
  severity: 'info',
  path: null,
  span: null,
  message: 'it assumes',
} as const
const planned: Planned = {
  plan: {
    steps: [
      { id: 'bill', kind: 'workflow', title: 'Bill', workflow: 'Billing', inputs: {} },
      { id: 'answer', kind: 'return', title: 'Answer', value: { $: 'inputs.n' } },
    ],
  },
  diagnostics: [diagnostic],
  schedule: { cron: '0 9 * * *', timezone: 'UTC' },
  explanation: null,
}

test('what any planner says is judged by the compiler, and keeps what it says of the prompt', async t => {
  const wrong = {
    ...planned,
    plan: { steps: [{ ...planned.plan.steps[1]!, value: { $: 'steps.none' } } as never] },
  }
  const { asked, compile } = compilerThat('UTC', scriptedPlanner({ good: planned, wrong }))
  const compiled = await compile('good')
  t.match(compiled, { status: 'ready', schedule: planned.schedule, diagnostics: [diagnostic] })
  t.match(compiled, { plan: planned.plan, inputsSchema: { properties: { n: {} } } })
  t.strictSame(asked, [['Billing']])
  const judged = await compile('wrong')
  t.match(judged, { status: 'needs_review', diagnostics: [diagnostic, { code: 'BAD_REFERENCE' }] })
})

test('a planner hears what there is to plan with, until when, and who may cancel; of a plan that is given it hears nothing', async t => {
  const heard: PlanningContext[] = []
  const listening: Planner = {
    async plan(_, context) {
      heard.push(context)
      return planned
    },
  }
  const { compiler } = compilerThat('Europe/Berlin', listening)
  const { signal } = new AbortController()
  const before = Date.now()
  await compiler.compile(author, 'good', null, signal)
  t.match(heard, [{ tools: [], credentials: [], timeZone: 'Europe/Berlin', signal }])
  t.ok(heard[0]!.deadline > before)
  await compiler.compile(author, 'good', planned.plan as unknown as Json, signal)
  t.equal(heard.length, 1)
})

test('whoever cancels gets no compilation', async t => {
  const { compiler } = compilerThat('UTC', scriptedPlanner({ endless: 'never' }))
  const cancel = new AbortController()
  const answer = compiler.compile(author, 'endless', null, cancel.signal)
  const reason = new Error('the client has left')
  cancel.abort(reason)
  await t.rejects(answer, reason)
})

test('a planner that suggests nothing has nothing to suggest', async t => {
  const { compiler } = compilerThat('UTC', scriptedPlanner({}))
  const { signal } = new AbortController()
  t.strictSame(await compiler.suggest('org_1', 'Return', 6, signal), { from: 6, suggestions: [] })
})

test('suggestions of a planner are bounded; whoever leaves gets none', async t => {
  const words = Array.from({ length: 50 }, (_, n) => `word${n}`)
  const { compiler } = compilerThat('UTC', scriptedPlanner({}, words))
  const said = await compiler.suggest('org_1', 'Then wo', 7, new AbortController().signal)
  t.match(said, { from: 5 })
  t.equal(said.suggestions.length, 20)
  const reason = new Error('left')
  await t.rejects(compiler.suggest('org_1', 'Then wo', 7, AbortSignal.abort(reason)), reason)
})

test('whoever may not write has no language model asked, and the planner is told why', async t => {
  const contexts: PlanningContext[] = []
  const planner: Planner = {
    async plan(prompt, context) {
      contexts.push(context)
      return englishReader.plan(prompt, context)
    },
  }
  const { compiler } = compilerThat('UTC', planner)
  const asking = { signal: new AbortController().signal }
  await compiler.outline(author, 'Return 1', null, asking)
  await compiler.outline({ ...author, role: 'viewer' }, 'Return 1', null, asking)
  t.match(contexts, [
    { mayAskModel: true, isTyping: false },
    { mayAskModel: false, isTyping: true },
  ])
})
