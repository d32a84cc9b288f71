// The planner against the catalog that the product has: every example of every built-in tool, and prompts as
// people write them.
import { test } from 'tap'
import type { Json } from '../domain/json.ts'
import type { Step } from '../domain/plan/plan.ts'
import { plan } from '../language/planner/planner.ts'
import { builtinTools } from '../rpc/builtin/builtin-tools.ts'

const tools = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))

function steps(prompt: string): readonly Step[] {
  const { plan: made, diagnostics } = plan(prompt, tools)
  const errors = diagnostics.filter(each => each.severity === 'error')
  if (errors.length > 0) throw new Error(`${prompt}\n${errors.map(each => each.message).join('\n')}`)
  return made.steps
}

const call = (tool: string, args: { readonly [name: string]: Json }) => ({ kind: 'tool', tool, args })

test('every example of a built-in tool is planned as that tool with those arguments', async t => {
  for (const tool of tools) {
    for (const example of tool.examples) {
      // What the examples take from earlier steps comes from the inputs here: alone, an example has no
      // earlier steps.
      const prompt = example.prompt.replaceAll('{{steps.', '{{inputs.')
      const all = steps(prompt)
      // What an expression computes as well needs no call of the tool.
      const isComputed = all.some(({ kind }) => kind === 'set') || all[0]?.kind === 'return'
      if (tool.effect === 'pure' && isComputed) continue
      const [step, end, ...rest] = all
      t.same(rest, [], prompt)
      // What was asked for last is what the workflow gives.
      if (end !== undefined) t.match(end, { kind: 'return', value: { $: `steps.${step?.id}` } }, prompt)
      t.match(step, { kind: 'tool', tool: tool.name }, prompt)
      const given = (step as Extract<Step, { kind: 'tool' }>).args
      for (const [name, value] of Object.entries(given)) {
        t.ok(Object.hasOwn(example.args, name) || isDefault(tool, name, value), `${prompt}: ${name}`)
        if (Object.hasOwn(example.args, name) && isShown(prompt, value))
          t.same(value, example.args[name], `${prompt}: ${name}`)
      }
    }
  }
})

const prompts: [string, object[]][] = [
  [
    '1. Get https://api.example.com/orders as JSON\n2. For each order in the result:\n   - If its total is more than 100, post the order to https://hook.example.com\n3. Return the results',
    [
      call('http_get', { url: 'https://api.example.com/orders' }),
      {
        kind: 'foreach',
        over: 'steps.http_get.body',
        steps: [
          {
            kind: 'if',
            cases: [
              {
                when: 'number(order.total) > 100',
                steps: [
                  call('http_request', {
                    url: 'https://hook.example.com',
                    method: 'POST',
                    body: { $: 'order' },
                  }),
                ],
              },
            ],
          },
        ],
      },
      { kind: 'return', value: { $: 'steps.each_order' } },
    ],
  ],
  [
    'Fetch {{inputs.url}}, then return its status',
    [call('http_get', { url: { $: 'inputs.url' } }), { value: { $: 'steps.http_get.status' } }],
  ],
  [
    'Get https://example.com/sales.csv. Parse it as CSV. Sort the rows by amount, largest first. Take the first 3 items. Return them.',
    [
      {},
      call('csv_parse', { text: { $: 'steps.http_get.body' } }),
      call('list_sort', { list: { $: 'steps.rows' }, field: 'amount', order: 'descending' }),
      call('list_slice', { list: { $: 'steps.sorted' }, count: 3, end: 'first' }),
      { kind: 'return', value: { $: 'steps.first' } },
    ],
  ],
  [
    'Filter {{inputs.orders}} where status is "open", add up the total of the result, and return it',
    [
      { id: 'kept_order', value: { $: 'inputs.orders.filter(order, order.status == "open")' } },
      { value: { $: 'sum(steps.kept_order.map(order, order.total).map(each, number(each)))' } },
      { kind: 'return', value: { $: 'steps.total' } },
    ],
  ],
  [
    "Group {{inputs.orders}} by country. For each group in the result: add up the total of the group's items. Return the results.",
    [
      { id: 'groups', tool: 'list_group' },
      {
        kind: 'foreach',
        over: 'steps.groups',
        steps: [{ value: { $: /^sum\((\w+)\.items\.map\(item, item\.total\)/ } }],
      },
      { kind: 'return' },
    ],
  ],
  [
    'Fill the template "Dear {{name}}, thank you." with {{inputs.person}} and return the text',
    [
      call('text_template', { template: 'Dear {{name}}, thank you.', values: { $: 'inputs.person' } }),
      { value: { $: 'steps.text_template' } },
    ],
  ],
  [
    'Fetch {{inputs.url}}\nConvert the page to plain text\nReturn the text',
    [
      {},
      call('html_to_text', { html: { $: 'steps.http_get.body' } }),
      { value: { $: 'steps.html_to_text' } },
    ],
  ],
  [
    'Hash {{inputs.text}} with sha512 and return it',
    [call('hash_text', { text: { $: 'inputs.text' }, algorithm: 'sha512' }), {}],
  ],
  [
    'Fetch {{inputs.url}}. If its status is not 200, fail with "bad status". Extract the path "items[*].id" from the data. Return it.',
    [
      {},
      { kind: 'if' },
      call('json_select', { path: 'items[*].id', value: { $: 'steps.http_get.body' } }),
      { value: { $: 'steps.json_select' } },
    ],
  ],
  [
    'Split {{inputs.text}} into lines, then for each line in the result: change the line to uppercase letters',
    [
      {},
      {
        kind: 'foreach',
        over: 'steps.parts',
        steps: [call('text_case', { text: { $: 'line' }, case: 'upper' })],
      },
    ],
  ],
  [
    'Merge {{inputs.orders}} with {{inputs.customers}} by id. Export it as CSV. Post it to https://example.com/in',
    [
      call('list_merge', { key: 'id' }),
      call('csv_format', { list: { $: 'steps.list_merge' } }),
      call('http_request', {
        url: 'https://example.com/in',
        method: 'POST',
        body: { $: 'steps.csv_format' },
      }),
    ],
  ],
  [
    'Count the items in {{inputs.list}} as n\nIf n is at least 3, return "many", otherwise return "few"',
    [
      { id: 'count', value: { $: 'size(inputs.list)' } },
      { kind: 'if', cases: [{ when: 'steps.count >= 3' }] },
    ],
  ],
  ['Get the current time and return it', [call('time_now', {}), { value: { $: 'steps.time_now' } }]],
  [
    'Format the date {{inputs.due}} as "dd.MM.yyyy"',
    [call('date_format', { date: { $: 'inputs.due' }, format: 'dd.MM.yyyy' })],
  ],
  [
    'Replace "a" with "b" in {{inputs.text}}',
    [{ id: 'text', value: { $: 'replace(inputs.text, "a", "b")' } }],
  ],
  [
    'Remove duplicates from {{inputs.people}} by email and return the number of items',
    [
      call('list_unique', { list: { $: 'inputs.people' }, field: 'email' }),
      { id: 'count', value: { $: 'size(steps.distinct)' } },
      { kind: 'return', value: { $: 'steps.count' } },
    ],
  ],
  [
    'In parallel: fetch https://a.example.com, fetch https://b.example.com and fetch https://c.example.com',
    // What only reads runs at the same time anyway.
    ['a', 'b', 'c'].map(name => call('http_get', { url: `https://${name}.example.com` })),
  ],
]

test('prompts as people write them become the plans that they mean', async t => {
  for (const [prompt, expected] of prompts) {
    const made = steps(prompt)
    t.equal(made.length, expected.length, prompt)
    t.match(made, expected, prompt)
  }
})

test('prompts that mean no tool, or more than one thing, are not planned', async t => {
  const refused = [
    'Summarize {{inputs.text}}',
    'Write a poem about {{inputs.topic}}',
    'Send {{inputs.text}} to the moon',
    'Fetch https://a.example.com but never post it',
    'Delete everything',
    'Do not fetch https://a.example.com',
    'Sort {{inputs.list}} by total and reverse it',
    'Fetch the usual page',
    'Buy milk',
  ]
  for (const prompt of refused) t.equal(plan(prompt, tools).status, 'needs_review', prompt)
})

function isDefault(tool: (typeof tools)[number], name: string, value: Json): boolean {
  const properties = tool.inputSchema['properties'] as {
    readonly [name: string]: { readonly default?: Json }
  }
  return properties[name]?.default === value
}

/** Examples show inputs by value; only what stands in the prompt itself can be compared. */
function isShown(prompt: string, value: Json): boolean {
  return typeof value === 'string' && prompt.includes(value)
}
