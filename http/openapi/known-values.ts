// The values of examples: identifiers of every kind, and values for known field names. They are the same at
// every start, so the document is too.
import { derivedIdAt, type IdKind, prefixes } from '../../domain/ids.ts'
import type { Node } from './normalize.ts'

/** 2026-11-21T18:56:04.324Z. */
const moment = 1_795_287_364_324

/** An identifier of a kind, such as `workflow` or `toolServer`; without a kind, that of an event. */
export function exampleId(kind: string | null): string {
  return derivedIdAt(kindNamed(kind ?? '') ?? 'event', `example ${kind}`, moment)
}

/** Kinds whose name is not that of their schema or of the words in a path. */
const kinds: Readonly<Record<string, IdKind>> = {
  apikeys: 'apiKey',
  'mcp-servers': 'toolServer',
  members: 'user',
  me: 'user',
  owner: 'user',
  starter: 'user',
  'marketplace/tools': 'marketplaceTool',
  sources: 'marketplaceSource',
  'tool-results': 'toolResult',
  'chat/sessions': 'chat',
  'auth/sessions': 'session',
  messages: 'message',
  versions: 'workflowVersion',
  version: 'workflowVersion',
  userprofile: 'user',
  member: 'user',
  source: 'marketplaceSource',
  installedserver: 'toolServer',
  toolserverdetail: 'toolServer',
  forkedfrom: 'execution',
  listedexecution: 'execution',
  listedapproval: 'approval',
  listedworkflow: 'workflow',
  listedversion: 'workflowVersion',
}

/** The kind of the resource at a path: `user` for `/api/v1/teams/{id}/members`. */
export function kindOfPath(path: string): string | null {
  const words = path.split('/').filter(word => word !== '' && !/^[:{]/.test(word))
  const pair = words.slice(-2).join('/')
  const last = words.at(-1) ?? ''
  // A verb at the end belongs to the segment before it.
  for (const word of [pair, last, ...words.toReversed()]) {
    const kind = kinds[word] ?? kindNamed(word.replace(/ies$/, 'y').replace(/s$/, ''))
    if (kind !== null) return kind
  }
  return null
}

/** The kind of a named schema: `toolServer` for `ToolServer`. */
export function kindOfSchema(name: string): string | null {
  return kinds[name.toLowerCase()] ?? kindNamed(name[0]!.toLowerCase() + name.slice(1))
}

function kindNamed(name: string): IdKind | null {
  return Object.hasOwn(prefixes, name) ? (name as IdKind) : null
}

const values: Readonly<Record<string, unknown>> = {
  id: 'total',
  name: 'Order total',
  workflowName: 'Order total',
  prompt:
    '1. Parse {{inputs.orders}} as CSV and call it orders\n2. Sum the amount of the orders\n3. Return the result',
  description: 'Adds up what was ordered',
  slug: 'order_total',
  inputs: { orders: 'item,amount\napples,3.5\npears,4' },
  inputsSchema: { type: 'object', properties: { orders: { type: 'string' } }, required: ['orders'] },
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  outputSchema: { type: 'object' },
  output: 7.5,
  input: { text: 'hello' },
  args: { text: 'hello' },
  email: 'ada@example.com',
  to: 'ada@example.com',
  password: 'correct horse battery',
  organization: 'Analytical Engines',
  token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl',
  refreshToken: 'rt_3q2-7wEXAMPLE',
  key: `sk_${'0123456789abcdef'.repeat(4)}`,
  prefix: 'sk_01234567',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  url: 'https://tools.example.com/rpc',
  link: '/runs',
  host: 'api.example.com',
  allowedHost: 'api.example.com',
  timezone: 'Europe/Berlin',
  cron: '0 9 * * 1-5',
  currency: 'eur',
  tool: 'http_get',
  server: 'example',
  title: 'Sum the amount of the orders',
  message: 'Send it?',
  note: 'looks right',
  cursor: 'eyJpZCI6Indmd18wMSJ9',
  fromStep: 'total',
  step: 'total',
  stepId: 'total',
  status: 'completed',
  q: 'order',
  limit: 50,
  unit: 'tool-call',
  address: '203.0.113.7',
  allowedIp: '203.0.113.0/24',
  assignee: 'admin',
  digest: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  durationMs: 5_210,
  version: 1,
  attempt: 1,
  cu: 3,
  code: 'tool-failed',
  when: 'result.status == 200',
  expression: 'result',
  successRate: 0.98,
  subject: 'Your invitation',
  text: 'Run the workflow Order total',
  after: '7',
}

const execution = { status: 'completed', approvals: [], trigger: { kind: 'api', ref: null } }
const step = {
  ...{ kind: 'set', tool: null, status: 'completed', input: null, output: 7.5 },
  approval: null,
  phases: [{ kind: 'run', at: 1_795_222_564_324, error: null }],
}
const approval = {
  decidedArgs: null,
  form: null,
  expiresAt: null,
  decidedAt: null,
  decidedBy: null,
  note: null,
}
const workflow = {
  status: 'ready',
  diagnostics: [],
  explanation: null,
  schedule: null,
  concurrency: null,
  tool: false,
}
const version = { diagnostics: [], explanation: null, note: null }
/** Most lists are complete. */
const whole = { truncated: [] }

/** Fields of a named schema that fit together, in place of values for each field alone. */
export const coherent: Readonly<Record<string, Node>> = {
  Execution: execution,
  ListedExecution: { ...execution, ...whole },
  ExecutionStep: step,
  DetailedStep: { ...step, log: [] },
  ListedStep: { ...step, ...whole },
  Approval: approval,
  ListedApproval: { ...approval, ...whole },
  Workflow: workflow,
  ListedWorkflow: { ...workflow, ...whole },
  WorkflowVersion: version,
  ListedVersion: { ...version, ...whole },
  ToolServer: { status: 'healthy' },
  Plan: {
    inputs: {
      type: 'object',
      properties: { orders: { type: 'string', title: 'Orders as CSV' } },
      required: ['orders'],
    },
    outputSchema: { type: 'number' },
    start: [
      {
        ...{ kind: 'schedule', id: 'mornings', cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
        inputs: { orders: 'item,amount\napples,3.5\npears,4' },
      },
    ],
    steps: [
      {
        ...{ id: 'orders', kind: 'tool', title: 'Parse the orders as CSV', server: null, tool: 'csv_parse' },
        args: { text: { $: 'inputs.orders' } },
      },
      {
        ...{ id: 'total', kind: 'set', title: 'Sum the amount of the orders' },
        value: { $: 'sum(steps.orders.map(order, number(order.amount)))' },
      },
      { id: 'return', kind: 'return', title: 'Return the result', value: { $: 'steps.total' } },
    ],
  },
}

/** A known value for a field of this name; the caller checks whether it fits. */
export function knownValue(name: string, schema: Node): unknown {
  if (name in values) return values[name]
  if (/At$|^ts$|At(After|Before)$|^created(After|Before)$/.test(name)) return moment
  if (/Ms$/.test(name)) return 60_000
  if (/^(createdBy|decidedBy|invitedBy|startedBy)$/.test(name)) return exampleId('user')
  const kind = /^(\w+)Ids?$/.exec(name)?.[1]
  if (kind !== undefined) return exampleId(kinds[kind.toLowerCase()] ?? kind)
  return kinds[name.toLowerCase()] !== undefined && schema['type'] === 'string'
    ? exampleId(kinds[name.toLowerCase()]!)
    : undefined
}
