// One row for each rule of mending: what weak models write, and the plan that it says.
import { call, mail, orders, type Row, steps, value } from './shop.ts'

const bare = (id: string, name: string, args: object = {}) => ({ id, tool: name, args })

const kinds: readonly Row[] = [
  ['kind by another key', steps({ id: 'orders', type: 'tool', tool: 'list_orders' }), steps(orders)],
  ['no kind beside a tool', steps({ id: 'orders', tool: 'shop__list_orders' }), steps(orders)],
  ['the name of a tool as the kind', steps({ id: 'orders', kind: 'list_orders' }), steps(orders)],
  ['type and action', steps({ id: 'orders', type: 'tool', action: 'list_orders' }), steps(orders)],
  [
    'a tool in an object',
    steps({ id: 'orders', tool: { name: 'list_orders', arguments: {} } }),
    steps(orders),
  ],
  ['server and action', steps({ id: 'orders', tool: 'shop', action: 'list_orders' }), steps(orders)],
  ['human_approval', steps({ ...approval(), kind: 'human_approval' }), steps(approval())],
  [
    'approvers and prompt',
    steps({ id: 'ok', type: 'approval', prompt: 'Go?', approvers: 'owner' }),
    steps(approval()),
  ],
  ['end', steps({ id: 'end', kind: 'end', message: 'x' }), steps({ id: 'end', kind: 'stop', value: 'x' })],
  [
    'llm with prompt, context and options',
    steps({ id: 'a', kind: 'llm', prompt: 'Ok?', context: 'x', options: ['y', 'n'] }),
    steps({ id: 'a', kind: 'ask', question: 'Ok?', input: 'x', choices: ['y', 'n'] }),
  ],
  ['a kind as the key', steps({ id: 'r', return: 'x' }), steps({ id: 'r', kind: 'return', value: 'x' })],
  [
    'a filter is a value',
    steps(orders, { id: 'value', kind: 'filter', list: 'steps.orders', as: 'o', condition: 'o.total > 5' }),
    steps(orders, value('steps.orders.filter(o, o.total > 5)')),
  ],
]

const names: readonly Row[] = [
  [
    'numbers as ids',
    steps({ ...orders, id: 1 }, mail('m', { $: 'json(steps.1)' })),
    steps({ ...orders, id: 'step_1' }, mail('m', { $: 'json(steps.step_1)' })),
  ],
  ['a name in place of an id', steps({ name: 'orders', tool: 'list_orders' }), steps(orders)],
  [
    'what a result is saved as',
    steps({ ...call('step1', 'list_orders'), save_as: 'orders' }, mail('m', { $: 'json(steps.orders)' })),
    steps(call('step1', 'list_orders'), mail('m', { $: 'json(steps.step1)' })),
  ],
  [
    'an input without its root',
    { ...steps(mail('m', '{{ name }}')), inputs: schemaOf('name') },
    { ...steps(mail('m', { $: 'inputs.name' })), inputs: schemaOf('name') },
  ],
  ...['shop.listOrders', 'shop/list_orders', 'shop:list-orders', 'listOrders'].map(
    (name): Row => [`the tool ${name}`, steps({ id: 'orders', kind: 'tool', tool: name }), steps(orders)],
  ),
  [
    'ids in other cases, and what refers to them',
    steps(
      { ...orders, id: 'getOrders' },
      mail('Send Mail', { $: 'json(steps.getOrders)' }, { after: ['getOrders'] }),
      mail('last', 'x', { after: ['send_mail'] }),
    ),
    steps(
      { ...orders, id: 'get_orders' },
      mail('send_mail', { $: 'json(steps.get_orders)' }, { after: ['get_orders'] }),
      mail('last', 'x', { after: ['send_mail'] }),
    ),
  ],
  [
    'ids with hyphens in expressions',
    steps({ ...orders, id: 'Get-Orders' }, value('size(steps.Get-Orders)')),
    steps({ ...orders, id: 'get_orders' }, value('size(steps.get_orders)')),
  ],
  [
    'an id in another case than it is read by',
    steps({ ...orders, id: 'step1' }, value('size(steps.step_1)')),
    steps({ ...orders, id: 'step1' }, value('size(steps.step1)')),
  ],
  [
    'a step by the name of its tool',
    steps(
      { ...orders, id: 'step1' },
      value('size(steps.list_orders)'),
      mail('m', 'x', { after: ['listOrders'] }),
    ),
    steps({ ...orders, id: 'step1' }, value('size(steps.step1)'), mail('m', 'x', { after: ['step1'] })),
  ],
  [
    'the only approval by its kind',
    steps(approval(), mail('m', 'x', { after: ['approval'] })),
    steps(approval(), mail('m', 'x', { after: ['ok'] })),
  ],
  [
    'a bare id in an expression',
    steps(orders, value('size(orders)')),
    steps(orders, value('size(steps.orders)')),
  ],
  [
    'a variable in another case',
    steps(orders, loop('steps.orders', 'oneOrder', 'oneOrder.id')),
    steps(orders, loop('steps.orders', 'one_order', 'one_order.id')),
  ],
]

const keys: readonly Row[] = [
  [
    'an expression for a value',
    steps({ id: 'value', kind: 'set', expression: '1 + 2' }),
    steps(value('1 + 2')),
  ],
  [
    'requires_approval',
    steps(mail('m', 'x', { requires_approval: { message: 'Go?', approvers: ['owner'] } })),
    steps(mail('m', 'x', { approval: { message: 'Go?', assignees: ['owner'] } })),
  ],
  [
    'a wait as the key',
    steps({ id: 'w', wait: '5 minutes' }),
    steps({ id: 'w', kind: 'wait', for: 300_000 }),
  ],
  [
    'a description',
    steps(mail('m', 'x', { title: 'T', description: 'why' })),
    steps(mail('m', 'x', { title: 'T' })),
  ],
  ...['params', 'parameters', 'arguments', 'input', 'with'].map((key): Row => {
    const sent = { id: 'pay', kind: 'tool', server: 'shop', tool: 'pay', [key]: { amount: 5 } }
    return [`${key} for args`, steps(sent), steps(call('pay', 'pay', { amount: 5 }))]
  }),
  [
    'arguments beside the keys',
    steps({ id: 'pay', tool: 'pay', amount: 5 }),
    steps(call('pay', 'pay', { amount: 5 })),
  ],
  [
    'arguments as pairs',
    steps(bare('pay', 'pay', [{ name: 'amount', value: 5 }])),
    steps(call('pay', 'pay', { amount: 5 })),
  ],
  [
    'condition for when',
    steps(mail('m', 'x', { condition: '1 < 2' })),
    steps(mail('m', 'x', { when: '1 < 2' })),
  ],
  [
    'when as {"$"} in braces',
    steps(mail('m', 'x', { when: { $: '{{1 < 2}}' } })),
    steps(mail('m', 'x', { when: '1 < 2' })),
  ],
  [
    'null for what may be left out',
    steps(mail('m', 'x', { when: null, retry: null, after: null })),
    steps(mail('m', 'x')),
  ],
  [
    'depends_on as a text',
    steps(orders, mail('m', 'x', { depends_on: 'orders' })),
    steps(orders, mail('m', 'x', { after: ['orders'] })),
  ],
  [
    'attempts as a text',
    steps(mail('m', 'x', { retry: { max_attempts: '4' } })),
    steps(mail('m', 'x', { retry: { maxAttempts: 4 } })),
  ],
  [
    'a duration with its unit',
    steps({ id: 'w', kind: 'sleep', duration: '2h' }),
    steps({ id: 'w', kind: 'wait', for: 7_200_000 }),
  ],
  [
    'a timeout with its unit',
    steps(mail('m', 'x', { timeout: '30s' })),
    steps(mail('m', 'x', { timeoutMs: 30_000 })),
  ],
  [
    'on_error as steps',
    steps({ ...orders, on_error: [mail()] }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  [
    'onError as one step',
    steps({ ...orders, onError: mail() }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  ['ignore', steps({ ...orders, onError: 'ignore' }), steps({ ...orders, onError: 'continue' })],
  [
    'continue_on_error',
    steps({ ...orders, continue_on_error: true }),
    steps({ ...orders, onError: 'continue' }),
  ],
  [
    'try and catch',
    steps({ kind: 'try', try: [orders], catch: mail() }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  [
    'onSuccess',
    steps({ ...orders, onFailure: mail(), onSuccess: [mail('done')] }),
    steps(
      { ...orders, onError: { steps: [mail()] } },
      {
        id: 'orders_succeeded',
        kind: 'if',
        cases: [{ when: '!failed(steps.orders)', steps: [mail('done')] }],
      },
    ),
  ],
]

const blocks: readonly Row[] = [
  [
    'for_each with items, item and do',
    steps(orders, { id: 'each', kind: 'for_each', items: 'steps.orders', item: 'o', do: [mail()] }),
    steps(orders, { id: 'each', kind: 'foreach', over: 'steps.orders', as: 'o', steps: [mail()] }),
  ],
  [
    'loop with in and one step',
    steps(orders, { id: 'each', type: 'loop', in: '{{steps.orders}}', as: 'o', body: mail() }),
    steps(orders, { id: 'each', kind: 'foreach', over: 'steps.orders', as: 'o', steps: [mail()] }),
  ],
  [
    'a list in place of an expression',
    steps({ id: 'each', kind: 'foreach', over: ['a', 'b'], as: 'o', steps: [mail()] }),
    steps({ id: 'each', kind: 'foreach', over: '["a","b"]', as: 'o', steps: [mail()] }),
  ],
  [
    'branches as lists, or as steps',
    steps({ id: 'p', kind: 'concurrent', tasks: [[mail('a')], mail('b'), { actions: [mail('c')] }] }),
    steps({
      id: 'p',
      kind: 'parallel',
      branches: [{ steps: [mail('a')] }, { steps: [mail('b')] }, { steps: [mail('c')] }],
    }),
  ],
  [
    'condition, then and else',
    steps(ifThen({ condition: '1 < 2', ...does(mail('a')), else: mail('b') })),
    choice(),
  ],
  [
    'if, do and otherwise',
    steps(ifThen({ if: '{{1 < 2}}', do: [mail('a')], otherwise: { steps: [mail('b')] } })),
    choice(),
  ],
  [
    'else right after the if',
    steps(ifThen({ cases: [first()] }), { kind: 'else', steps: [mail('b')] }),
    choice(),
  ],
  ['else as a case', steps(ifThen({ cases: [first(), { else: [mail('b')] }] })), choice()],
  ['a case without a condition', steps(ifThen({ cases: [first(), { steps: [mail('b')] }] })), choice()],
  [
    'else if as an object',
    steps(
      ifThen({ if: '1 < 2', ...does([mail('a')]), else: { id: 'd', if: '2 < 3', ...does([mail('b')]) } }),
    ),
    steps(
      ifThen({ cases: [first()], else: [ifThen({ cases: [{ when: '2 < 3', steps: [mail('b')] }] }, 'd')] }),
    ),
  ],
  [
    'switch',
    steps({
      ...{ id: 'c', kind: 'switch', on: 'inputs.size' },
      ...{ cases: [{ value: 'big', do: [mail('a')] }], default: [mail('b')] },
    }),
    steps(ifThen({ cases: [{ when: 'inputs.size == "big"', steps: [mail('a')] }], else: [mail('b')] })),
  ],
  [
    'switch by a map',
    steps({
      id: 'c',
      kind: 'switch',
      on: '{{inputs.size}}',
      cases: { big: [mail('a')], default: [mail('b')] },
    }),
    steps(ifThen({ cases: [{ when: 'inputs.size == "big"', steps: [mail('a')] }], else: [mail('b')] })),
  ],
]

const plans: readonly Row[] = [
  ['a list alone', [orders], steps(orders)],
  ['tasks', { tasks: [orders] }, steps(orders)],
  ['steps by their ids', { steps: { orders: { tool: 'list_orders' } } }, steps(orders)],
  ['JSON in a text', JSON.stringify(steps(orders)), steps(orders)],
  ['one schedule', { ...steps(orders), schedule: { cron: '0 9 * * 1', tz: 'UTC' } }, scheduled('0 9 * * 1')],
  [
    'an interval',
    { ...steps(orders), trigger: { type: 'interval', every: '15m' } },
    scheduled('*/15 * * * *'),
  ],
  ['started by hand', { ...steps(orders), triggers: [{ type: 'manual' }] }, steps(orders)],
  [
    'an output beside the steps',
    { ...steps(orders), output: 'all done' },
    steps(orders, { id: 'result', kind: 'return', value: 'all done' }),
  ],
  [
    'an output that is a step',
    { ...steps({ ...orders, id: 'theOrders' }), output: 'the_orders' },
    steps(
      { ...orders, id: 'the_orders' },
      { id: 'result', kind: 'return', value: { $: 'steps.the_orders' } },
    ),
  ],
  [
    'names of inputs',
    { ...steps(value('inputs.a')), inputs: ['a'] },
    { ...steps(value('inputs.a')), inputs: { type: 'object', properties: { a: {} }, required: ['a'] } },
  ],
]

const args: readonly Row[] = [
  [
    'a name in another case',
    steps(call('o', 'get_order', { order_id: 'x' })),
    steps(call('o', 'get_order', { orderId: 'x' })),
  ],
  [
    'an enumeration in another case',
    steps(call('o', 'list_orders', { status: 'On Hold' })),
    steps(call('o', 'list_orders', { status: 'on_hold' })),
  ],
  [
    'a number as a text',
    steps(call('o', 'pay', { amount: '12.5' })),
    steps(call('o', 'pay', { amount: 12.5 })),
  ],
  [
    'a truth as a text',
    steps(bare('m', 'send_mail', { to: 'a', text: 'b', urgent: 'True' })),
    steps(call('m', 'send_mail', { to: 'a', text: 'b', urgent: true })),
  ],
  ['null', steps(call('o', 'list_orders', { status: null })), steps(call('o', 'list_orders'))],
  [
    'a list of one',
    steps(call('o', 'get_order', { orderId: ['x'] })),
    steps(call('o', 'get_order', { orderId: 'x' })),
  ],
  [
    'one in place of a list',
    steps(call('o', 'tag_orders', { ids: 'x' })),
    steps(call('o', 'tag_orders', { ids: ['x'] })),
  ],
  [
    'a template where a number is wanted',
    steps(call('o', 'pay', { amount: { $t: '${inputs.a}' } })),
    steps(call('o', 'pay', { amount: { $: 'inputs.a' } })),
  ],
  [
    'a number where a text is wanted',
    steps(orders, mail('m', { $: 'size(steps.orders)' })),
    steps(orders, mail('m', { $: 'string(size(steps.orders))' })),
  ],
]

const values: readonly Row[] = [
  [
    'an expression in a text',
    steps(orders, { id: 'value', kind: 'set', value: '[o.id for o in steps.orders if o.total > 1]' }),
    steps(orders, value('steps.orders.filter(o, o.total > 1).map(o, o.id)')),
  ],
  [
    'words of Python that read as names',
    steps(mail('m', 'x', { when: 'True' })),
    steps(mail('m', 'x', { when: 'true' })),
  ],
  [
    'a text and a number added up',
    steps(orders, mail('m', { $: '"Sum: " + steps.orders[0].total' })),
    steps(orders, mail('m', { $: '"Sum: " + string(steps.orders[0].total)' })),
  ],
  [
    'the pattern of a date',
    steps(mail('m', { $: "formatDate(now, 'YYYY-MM-DD')" })),
    steps(mail('m', { $: "formatDate(now, 'yyyy-MM-dd')" })),
  ],
  [
    'the order of sortBy',
    steps(orders, value('steps.orders.sortBy("total", "desc")'), mail('m', '{{inputs.a}}')),
    steps(orders, value('steps.orders.sortBy("total", "descending")'), mail('m', { $: 'inputs.a' })),
  ],
  ...['{{inputs.a}}', '${inputs.a}', '${{ inputs.a }}', 'inputs.a', '$inputs.a', '{inputs.a}'].map(
    (text): Row => [
      `the text ${text}`,
      steps(mail('m', text)),
      steps(mail('m', text === '{inputs.a}' ? { $t: '${inputs.a}' } : { $: 'inputs.a' })),
    ],
  ),
  [
    'values in a text',
    steps(mail('m', 'Hi {{ inputs.a }} and ${inputs.b}')),
    steps(mail('m', { $t: 'Hi ${inputs.a} and ${inputs.b}' })),
  ],
  [
    'braces in a template',
    steps(mail('m', { $t: 'Hi {{inputs.a}}' })),
    steps(mail('m', { $t: 'Hi ${inputs.a}' })),
  ],
  ['$expr', steps(mail('m', { $expr: 'inputs.a' })), steps(mail('m', { $: 'inputs.a' }))],
  ['a text in $', steps(mail('m', { $: 'Hi ${inputs.a}!' })), steps(mail('m', { $t: 'Hi ${inputs.a}!' }))],
  [
    'a bare path of a step',
    steps(single(), mail('m', 'steps.o.email')),
    steps(single(), mail('m', { $: 'steps.o.email' })),
  ],
  [
    'the result of an answer',
    steps(single(), mail('m', { $: 'steps.o.output.email' })),
    steps(single(), mail('m', { $: 'steps.o.email' })),
  ],
  [
    'the items of a list',
    steps(orders, value('size(steps.orders.items)'), mail('m', { $: 'json(steps.orders.orders)' })),
    steps(orders, value('size(steps.orders)'), mail('m', { $: 'json(steps.orders)' })),
  ],
  [
    'the length of a list',
    steps(orders, mail('m', 'x', { when: 'steps.orders.length > 0' })),
    steps(orders, mail('m', 'x', { when: 'steps.orders.size() > 0' })),
  ],
  [
    'the length of what was kept',
    steps(orders, mail('m', 'x', { when: 'steps.orders.filter(o => o.total > 5).length > 0' })),
    steps(orders, mail('m', 'x', { when: 'steps.orders.filter(o, o.total > 5).size() > 0' })),
  ],
  [
    'the error of a step that goes on',
    steps({ ...single(), onError: 'continue' }, mail('m', 'x', { when: 'steps.o.error != null' })),
    steps({ ...single(), onError: 'continue' }, mail('m', 'x', { when: 'failed(steps.o)' })),
  ],
  [
    'the error in a handler',
    steps({ ...orders, onError: [mail('m', '{{steps.orders.error}}')] }),
    steps({ ...orders, onError: { steps: [mail('m', { $: 'error.message' })] } }),
  ],
]

function schemaOf(name: string) {
  return { type: 'object', properties: { [name]: {} }, required: [name] }
}

function approval() {
  return { id: 'ok', kind: 'approval', message: 'Go?', assignees: ['owner'] }
}

function single() {
  return call('o', 'get_order', { orderId: 'x' })
}

function loop(over: string, as: string, source: string) {
  return { id: 'each', kind: 'foreach', over, as, steps: [mail('m', { $: source })] }
}

/** `then`, which an object of ours must not have. */
function does(list: unknown) {
  return Object.fromEntries([['then', list]])
}

function ifThen(parts: object, id = 'c') {
  return { id, kind: 'if', ...parts }
}

function first() {
  return { when: '1 < 2', steps: [mail('a')] }
}

function choice() {
  return steps(ifThen({ cases: [first()], else: [mail('b')] }))
}

function scheduled(cron: string) {
  return { start: [{ kind: 'schedule', cron, timezone: 'UTC' }], ...steps(orders) }
}

export const rows: readonly Row[] = [...kinds, ...names, ...keys, ...blocks, ...plans, ...args, ...values]
