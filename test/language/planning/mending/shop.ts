// A shop whose tools the plans of these tests call, and how a plan is judged that a model sent.
import type { Json } from '../../../../domain/json.ts'
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { judgeAnswer } from '../../../../language/planning/judged-answer.ts'

const tool = (
  name: string,
  effect: HubTool['effect'],
  inputSchema: object,
  outputSchema: object | null = null,
  server: string | null = 'shop',
): HubTool =>
  ({
    ...{ server, name, effect, title: name, description: '', keywords: [], examples: [], outputSchema },
    inputSchema: { type: 'object', additionalProperties: false, ...inputSchema },
  }) as unknown as HubTool

const order = {
  type: 'object',
  properties: {
    ...{ id: { type: 'string' }, total: { type: 'number' }, email: { type: 'string' } },
    ...{ status: { type: 'string' }, lines: { type: 'array', items: { type: 'object' } } },
  },
}

export const tools = [
  tool(
    'list_orders',
    'read',
    {
      properties: {
        status: { type: 'string', enum: ['open', 'paid', 'on_hold'] },
        limit: { type: 'integer' },
      },
    },
    { type: 'array', items: order },
  ),
  tool('get_order', 'read', { properties: { orderId: { type: 'string' } }, required: ['orderId'] }, order),
  tool('send_mail', 'write', {
    properties: { to: { type: 'string' }, text: { type: 'string' }, urgent: { type: 'boolean' } },
    required: ['to', 'text'],
  }),
  tool('tag_orders', 'write', {
    properties: { ids: { type: 'array', items: { type: 'string' } }, tag: { type: 'string' } },
    required: ['ids'],
  }),
  tool('pay', 'write', { properties: { amount: { type: 'number' } }, required: ['amount'] }),
  tool('check_stock', 'read', { properties: {} }),
]

/** How a plan is judged, without the quotes that it lacks. */
export function judged(plan: unknown) {
  const answer = judgeAnswer(
    { text: '', value: { plan, quotes: {} } as Json },
    { request: 'Do it.' },
    { tools },
  )!
  return withoutQuotes(answer)
}

/** How an answer is judged, of which only the text is known. */
export function judgedText(text: string, request = 'Do it.') {
  const answer = judgeAnswer({ text, value: null }, { request }, { tools })
  return answer === null ? null : withoutQuotes(answer)
}

function withoutQuotes(answer: NonNullable<ReturnType<typeof judgeAnswer>>) {
  const { plan, diagnostics } = answer
  return {
    answer,
    plan,
    wrong: diagnostics
      .filter(({ severity, code }) => severity === 'error' && code !== 'UNQUOTED_STEP')
      .map(({ message }) => message),
    mended: diagnostics.filter(({ code }) => code === 'MENDED').map(({ message }) => message),
  }
}

/** What a model sent, and the plan that it says. */
export type Row = readonly [rule: string, sent: unknown, right: unknown]

export const steps = (...list: readonly unknown[]) => ({ steps: list })
export const call = (id: string, name: string, args: object = {}, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool: name, args },
  ...more,
})
export const orders = call('orders', 'list_orders')
export const mail = (id = 'mail', text: unknown = 'hi', more: object = {}) =>
  call(id, 'send_mail', { to: 'a@b.example', text }, more)
export const value = (source: string, id = 'value') => ({ id, kind: 'set', value: { $: source } })
