// Requests that have held the service up, or may: each the worst of its kind that is known. Most have been
// found from outside (the findings in test/stall/README.md name them).
import type { Json } from '../../domain/json.ts'
import type { Client } from '../support/people/client.ts'

export interface Attack {
  readonly name: string
  /** @returns the status of the answer */
  send(): Promise<number>
}

const half = 'a'.repeat(110_000)
const texts = { a: 'a'.repeat(550_000), b: `${half}b${half}` }
const numbers = Array.from({ length: 60_000 }, (_, index) => index)

/** Expressions, each evaluated by an execution with these inputs. */
const expressions: readonly [name: string, source: string, inputs: Json][] = [
  ['search', 'contains(inputs.a, inputs.b)', texts],
  [
    'search again',
    'inputs.list.map(x, inputs.a.indexOf(inputs.b))',
    { ...texts, list: numbers.slice(0, 5_000) },
  ],
  ['nested loops', 'inputs.list.map(x, inputs.list.map(y, x + y))', { list: numbers }],
  ['pattern', 'inputs.a.matches("(?i)(\\\\pL|\\\\pN)*z")', { a: texts.a }],
  ['json', 'inputs.list.map(x, json(inputs.list))', { list: numbers }],
  ['sort', 'sort(inputs.list.map(x, "a" + string(x)))', { list: numbers }],
  ['errors', 'inputs.list.map(x, (inputs.list > 1 || true))', { list: numbers }],
]

export async function attacks(client: Client): Promise<readonly Attack[]> {
  const planned: Attack[] = [
    plan(client, 'forms of patterns', {
      prompt: 'x',
      plan: planOf([
        {
          id: 'a',
          kind: 'approval',
          message: 'ok?',
          form: {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 100 }, (_, index) => [
                `f${index}`,
                { type: 'string', pattern: `[ab]{0,1000}${index}` },
              ]),
            ),
          },
        },
      ]),
    }),
    plan(client, 'a long prompt', {
      prompt: 'For each order of the orders that is not open or late, '.repeat(350),
    }),
    plan(client, 'brackets', { prompt: '(['.repeat(9_000) }),
    plan(client, 'one word', { prompt: 'and '.repeat(4_900) }),
    {
      name: 'suggestions',
      send: async () =>
        (
          await client.post('/api/v1/workflows/plan/suggest', {
            prompt: 'Send each of the '.repeat(900),
            offset: 10_000,
          })
        ).status,
    },
  ]
  const executed: Attack[] = []
  for (const [name, source, inputs] of expressions) {
    executed.push(await execution(client, name, [{ id: 'a', kind: 'set', value: { $: source } }], inputs))
  }
  const body = {
    id: 's',
    kind: 'tool',
    server: null,
    tool: 'text_split',
    args: { text: { $: 'inputs.a' }, separator: 'b' },
  }
  executed.push(
    await execution(
      client,
      '700 items',
      [{ id: 'a', kind: 'foreach', over: 'inputs.list', as: 'x', steps: [body] }],
      {
        a: 'ab'.repeat(20_000),
        list: numbers.slice(0, 700),
      },
    ),
    await execution(client, 'many keys', [{ id: 'a', kind: 'set', value: 1 }], keyed(60_000)),
    await execution(
      client,
      'list_merge',
      [
        {
          id: 'a',
          kind: 'tool',
          server: null,
          tool: 'list_sort',
          args: { list: { $: 'inputs.list' } },
        },
      ],
      { list: numbers.map(index => `${'a'.repeat(10)}${index}`) },
    ),
  )
  return [...planned, ...executed]
}

function keyed(count: number): Json {
  return Object.fromEntries(numbers.slice(0, count).map(index => [`k${index}`, index]))
}

function planOf(steps: readonly unknown[]) {
  return { steps }
}

function plan(client: Client, name: string, body: object): Attack {
  return { name, send: async () => (await client.post('/api/v1/workflows/plan', body)).status }
}

async function execution(
  client: Client,
  name: string,
  steps: readonly unknown[],
  inputs: Json,
): Promise<Attack> {
  const { status, body } = await client.post('/api/v1/workflows', { name, prompt: name, plan: planOf(steps) })
  if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 500)}`)
  const path = `/api/v1/workflows/${body.id}/execute`
  return { name, send: async () => (await client.post(path, { inputs }, { prefer: 'wait=20' })).status }
}
