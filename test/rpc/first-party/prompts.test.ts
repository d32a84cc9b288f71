import { test } from 'tap'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
import { plan } from '../../../language/planner/planner.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'

const builtin: readonly HubTool[] = builtinTools.map(tool => ({ ...tool, server: null }))
/** Everything of the marketplace is installed. */
const tools: readonly HubTool[] = [
  ...builtin,
  ...firstPartyServers.flatMap(({ slug, tools }) => tools.map(tool => ({ ...tool, server: slug }))),
]

function planned(prompt: string) {
  const { plan: made, diagnostics } = plan(prompt, tools)
  const steps = made.steps.flatMap(step => (step.kind === 'foreach' ? [step, ...step.steps] : [step]))
  return {
    calls: steps.flatMap(step =>
      step.kind === 'tool'
        ? [{ tool: offeredName({ server: step.server ?? null, name: step.tool }), args: step.args }]
        : [],
    ),
    loops: steps.flatMap(step => (step.kind === 'foreach' ? [step.over] : [])),
    sets: steps.filter(step => step.kind === 'set').length,
    returned: steps.find(step => step.kind === 'return')?.value,
    errors: diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    assumed: diagnostics.filter(({ code }) => code === 'ASSUMED').map(({ message }) => message),
  }
}

for (const tool of builtin) {
  for (const { prompt } of tool.examples) {
    test(`"${prompt}" is ${offeredName(tool)}, also when everything of the marketplace is installed`, async t => {
      // What the examples take from earlier steps comes from the inputs here.
      const { calls, errors, sets, returned } = planned(prompt.replaceAll('{{steps.', '{{inputs.'))
      t.same(errors, [])
      // What an expression computes as well needs no call.
      const isComputed = calls.length === 0 && (sets > 0 || returned !== undefined)
      if (!isComputed) t.equal(calls[0]?.tool, offeredName(tool))
    })
  }
}

const prompts: Record<string, { tool: string; args: object }> = {
  'Get https://example.com/orders': { tool: 'http_get', args: { url: 'https://example.com/orders' } },
  'Get {{inputs.url}}': { tool: 'http_get', args: { url: { $: 'inputs.url' } } },
  'Create a GitHub issue in acme/shop with title "Bug"': {
    tool: 'github__create_issue',
    args: { repository: 'acme/shop', title: 'Bug' },
  },
  'List the issues of "acme/shop" on GitHub with the state open': {
    tool: 'github__list_issues',
    args: { repository: 'acme/shop', state: 'open' },
  },
  'Comment "done" on the GitLab issue 5 of the project "group/project"': {
    tool: 'gitlab__comment_issue',
    args: { project: 'group/project', number: 5, body: 'done' },
  },
  'Insert {{inputs.rows}} into the PostgreSQL table "orders"': {
    tool: 'postgresql__insert_rows',
    args: { table: 'orders', rows: { $: 'inputs.rows' } },
  },
  'Run the SQL query "select 1"': { tool: 'postgresql__query', args: { sql: 'select 1' } },
  'Email bob@example.com "Hi there" with the subject "Hello"': {
    tool: 'email__send_email',
    args: { to: 'bob@example.com', subject: 'Hello', text: 'Hi there' },
  },
  'Convert {{inputs.value}} to YAML': {
    tool: 'text-json__format_yaml',
    args: { value: { $: 'inputs.value' } },
  },
  'Read the spreadsheet {{inputs.file}}': {
    tool: 'spreadsheet__read_xlsx',
    args: { file: { $: 'inputs.file' } },
  },
  'Write {{inputs.rows}} as an Excel file': {
    tool: 'spreadsheet__write_xlsx',
    args: { rows: { $: 'inputs.rows' } },
  },
}
for (const [prompt, call] of Object.entries(prompts)) {
  test(`"${prompt}" is understood`, async t => {
    const { calls, errors } = planned(prompt)
    t.same(errors, [])
    t.same(calls, [call])
  })
}

test('a built-in tool is taken rather than one of a server that reads as well, and that is said', async t => {
  const { calls, assumed, errors } = planned('Export {{inputs.orders}} as a CSV spreadsheet')
  t.same([calls[0]?.tool, errors], ['csv_format', []])
  t.match(assumed.join(), /not spreadsheet__write_csv/)
})

test('"the rows" is the field of an answer that has one', async t => {
  const { returned, errors } = planned('Query the database with the SQL "select 1" and return the rows')
  t.same([returned, errors], [{ $: 'steps.query.rows' }, []])
})

for (const loop of ['each entry', 'each item', 'each item in the result']) {
  test(`"for ${loop}" goes over the only list of the answer before`, async t => {
    const prompt = `1. Read the feed https://example.com/feed.xml\n2. For ${loop}, post "New" to Slack`
    const { loops, calls, errors } = planned(prompt)
    t.same([loops.map(over => over.split('.').at(-1)), errors], [['entries'], []])
    t.equal(calls.at(-1)?.tool, 'slack__send_message')
  })
}

test('what is saved as a format is a file, which an e-mail takes', async t => {
  const prompt =
    '1. Save {{inputs.rows}} as XLSX\n' +
    '2. Email a@example.com about "Report" saying "See attached" attaching {{steps.write_xlsx}}'
  const { calls, errors } = planned(prompt)
  t.same(errors, [])
  t.same(
    calls.map(({ tool }) => tool),
    ['spreadsheet__write_xlsx', 'email__send_email'],
  )
  t.same(calls[1]?.args['attachments'], { $: 'steps.write_xlsx' })
})

test('a step that could be either of two servers is a question, also beside other steps', async t => {
  const slack = firstPartyServers.find(({ slug }) => slug === 'slack')!
  const twins = ['north', 'south'].flatMap(server => slack.tools.map(tool => ({ ...tool, server })))
  const prompt = 'Send a Slack message "New" and return the result'
  const { diagnostics } = plan(prompt, [...builtin, ...twins])
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  t.match(errors, [{ code: 'AMBIGUOUS_TOOL', candidates: ['north__send_message', 'south__send_message'] }])
  t.equal(errors.length, 1)
})
