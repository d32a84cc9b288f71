import { test } from 'tap'
import { createCompiler } from '../../http/compiler.ts'

const workflows = [{ id: 'wf_1', name: 'Billing' }]

function compilerThat(timeZone: string) {
  const asked: (readonly string[])[] = []
  const compiler = createCompiler({
    hub: { list: async () => [], withheld: async () => new Map() },
    findCredentials: async () => [],
    findWorkflows: async (_, said) => {
      asked.push(said)
      return workflows
    },
    timeZone,
  })
  return { asked, compile: (prompt: string) => compiler.compile('org_1', prompt, null) }
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
