// A prompt or a plan for every diagnostic, carried through the real planner and compiler: what the reference
// page shows is what people get. A test asks each for its code (test/docs/reference.test.ts).
import { compile } from '../../domain/compiler/compiler.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { DiagnosticCode } from '../../domain/plan/diagnostics.ts'
import type { Compilation, Diagnostic, Plan } from '../../domain/plan/plan.ts'
import { PlanSchema } from '../../domain/plan/plan-schema.ts'
import { readPlan } from '../../domain/plan/reading/read-plan.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { plan } from '../../language/planner/planner.ts'
import { timedOut } from '../../language/planners/bounded-planner.ts'
import { judgeAnswer } from '../../language/planning/judged-answer.ts'
import { saidNotation } from '../../language/planning/said-notation.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'

/** A tool of a registered server, which says the same as another one's. */
const greeting = (server: string): HubTool => ({
  server,
  name: 'greet',
  title: 'Greet somebody',
  description: 'Greets a person by name.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  outputSchema: null,
  effect: 'write',
  keywords: ['greet'],
  examples: [],
})

const tools: readonly HubTool[] = [
  ...builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null })),
  greeting('front'),
  greeting('back'),
  { ...greeting('files'), name: 'remove', description: 'Removes a file by name.', effect: 'destructive' },
  {
    ...greeting('files'),
    ...{
      name: 'find',
      description: 'Finds the newest file.',
      effect: 'read',
      inputSchema: { type: 'object' },
    },
    outputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, kind: { enum: ['file', 'folder'] }, owner: { type: 'string' } },
      required: ['name', 'kind'],
    },
  },
  {
    ...greeting('files'),
    ...{
      name: 'list_versions',
      description: 'Gives the versions of all files.',
      effect: 'read',
      inputSchema: { type: 'object', properties: { limit: { type: 'integer', default: 20, maximum: 100 } } },
      outputSchema: { type: 'array', items: { type: 'object' } },
    },
  },
]

const world = {
  workflows: [
    { id: 'wf_01jd0000000000000000000001', name: 'Report' },
    { id: 'wf_01jd0000000000000000000002', name: 'Report' },
  ],
  credentials: [{ id: 'cred_01jd0000000000000000000001', name: 'github', allowedHosts: ['api.github.com'] }],
  deciders: [],
  models: { names: [], hasDefault: false },
  withheld: new Map([
    ['bank__transfer', 'off'],
    ['bank__balance', 'quarantined'],
    ['bank__close', 'removed'],
  ] as const),
}

/** As somebody sends it, faults included. */
const sent = (plan: object) => ({ sent: plan as JsonObject })

/** As the service takes it from a request. */
const steps = (...list: readonly unknown[]) => PlanSchema.parse({ steps: list })
const given = (id: string, more: object = {}) => ({ id, kind: 'set', value: 1, ...more })
const get = (more: object) => ({
  id: 'get',
  kind: 'tool',
  tool: 'http_get',
  args: { url: 'https://example.com' },
  ...more,
})
const bank = (tool: string) => steps({ id: 'pay', kind: 'tool', server: 'bank', tool, args: {} })

const many = (name: string) => ({ steps: Array.from({ length: 51 }, (_, index) => given(`${name}${index}`)) })

function nested(depth: number): unknown {
  return depth === 0
    ? given('inner')
    : { id: `if_${depth}`, kind: 'if', cases: [{ when: 'true', steps: [nested(depth - 1)] }] }
}

type Example = string | Plan | { readonly sent: JsonObject }

/** A text is a prompt, everything else a plan. */
const examples: Readonly<
  Record<Exclude<DiagnosticCode, 'PLANNING_TIMED_OUT' | ToldCode | AnswerCode>, Example>
> = {
  UNREAD_WORDS: 'Get https://example.com/prices frobnicated and return its body',
  UNKNOWN_ACTION: 'Teleport {{inputs.parcel}} to Berlin',
  AMBIGUOUS_TOOL: 'Greet {{inputs.name}}',
  NEEDS_MODEL: 'Summarize {{inputs.text}} and return it',
  NOT_SUPPORTED: 'While {{inputs.a}} is 1, get https://example.com',
  UNCLEAR_REFERENCE: 'If {{inputs.a}} is 1, get https://example.com. Return the result.',
  NOT_A_LIST: 'For each x in 5, get https://example.com',
  EMPTY_BLOCK: '1. For each order in {{inputs.orders}}:\n2. Return 1',
  BAD_PLACE: 'If that fails, return 1',
  BAD_SCHEDULE: 'Every day at 9, get https://example.com. Every day at 10, get https://example.com.',
  UNKNOWN_ASSIGNEE: 'Ask Anna to approve, then get https://example.com',
  ASSUMED: 'Every day at 9, get https://example.com',
  NOTATION:
    '1. Call http_get with url: {{inputs.page}}.\n2. Let found be {{steps.http_get.body}}.\n3. Return found.',
  BAD_SHAPE: sent({ steps: [given('a', { timeoutMs: '5 minutes' })] }),
  UNKNOWN_KEY: sent({ steps: [get({ condition: 'inputs.isOpen' })] }),
  EMPTY_PLAN: '',
  TOO_LARGE: steps({ id: 'both', kind: 'parallel', branches: [many('a'), many('b')] }),
  TOO_DEEP: steps(nested(7)),
  DUPLICATE_ID: steps(given('a'), given('a')),
  UNREACHABLE: steps({ id: 'end', kind: 'return', value: 1 }, given('late')),
  BAD_RETURN: steps({
    id: 'each',
    kind: 'foreach',
    over: 'inputs.list',
    as: 'item',
    steps: [{ id: 'end', kind: 'return', value: 1 }],
  }),
  BAD_ASK: steps({ id: 'mood', kind: 'ask', question: 'How is it meant?', many: true }),
  BAD_REPEAT: steps({
    ...{ id: 'poll', kind: 'repeat', most: 5, until: 'steps.get.body.isDone', while: 'true' },
    steps: [get({})],
  }),
  BAD_NEXT: steps({ id: 'on', kind: 'next' }),
  BAD_NAME: steps({ id: 'each', kind: 'foreach', over: 'inputs.list', as: 'inputs', steps: [given('a')] }),
  BAD_REFERENCE: steps({ id: 'end', kind: 'return', value: { $: 'steps.total' } }),
  BAD_INPUTS: sent({
    inputs: { properties: { limit: { type: 'integer', default: '100' } } },
    steps: [given('a')],
  }),
  UNKNOWN_INPUT: sent({
    inputs: { properties: { name: { type: 'string' } } },
    steps: [given('a', { value: { $: 'inputs.nmae' } })],
  }),
  BAD_START: sent({
    start: [{ kind: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' }],
    steps: [given('a', { value: { $: 'inputs.region' } })],
  }),
  BAD_OUTPUT: sent({
    outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    steps: [{ id: 'end', kind: 'return', value: { sum: 7 } }],
  }),
  UNKNOWN_FIELD: steps(get({}), given('a', { value: { $: 'steps.get.code' } })),
  OPTIONAL_FIELD: steps(
    { id: 'one', kind: 'tool', server: 'files', tool: 'find', args: {} },
    given('a', { value: { $: 'steps.one.owner' } }),
  ),
  UNKNOWN_VALUE: steps(
    { id: 'one', kind: 'tool', server: 'files', tool: 'find', args: {} },
    given('a', { when: 'steps.one.kind == "directory"' }),
  ),
  NEVER_TRUE: steps(get({}), given('a', { when: 'failed(steps.get)' })),
  BAD_DATE_FORMAT: steps(given('a', { value: { $: 'formatDate(now, "YYYY-MM-DD")' } })),
  PLACEHOLDER: steps(given('a', { value: 'Hello {{inputs.name}}' })),
  BAD_EXPRESSION: steps(given('a', { when: '1 +' })),
  UNKNOWN_TOOL: steps({ id: 'get', kind: 'tool', tool: 'http_gett', args: {} }),
  TOOL_OFF: bank('transfer'),
  TOOL_QUARANTINED: bank('balance'),
  TOOL_REMOVED: bank('close'),
  MISSING_ARGUMENT: steps(get({ args: {} })),
  UNKNOWN_ARGUMENT: steps({ id: 'parse', kind: 'tool', tool: 'csv_parse', args: { text: 'a', txt: 'b' } }),
  BAD_ARGUMENT: steps({ id: 'parse', kind: 'tool', tool: 'csv_parse', args: { text: 7 } }),
  BAD_SECRET: steps(given('a', { value: { $secret: 'github' } })),
  UNKNOWN_CREDENTIAL: steps(get({ args: { url: 'https://api.github.com', credential: 'gitlab' } })),
  CREDENTIAL_NOT_ALLOWED: steps(get({ args: { url: 'https://example.com', credential: 'github' } })),
  UNTRUSTED_INPUT: steps(get({}), {
    id: 'remove',
    kind: 'tool',
    server: 'files',
    tool: 'remove',
    args: { name: { $: 'string(steps.get.body)' } },
  }),
  REPEATED_EFFECT: sent({
    start: [{ kind: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' }],
    steps: [
      get({}),
      {
        id: 'copy',
        kind: 'tool',
        tool: 'http_request',
        args: { method: 'POST', url: 'https://example.com/copies', body: { $: 'steps.get.body' } },
      },
    ],
  }),
  CUT_LIST: steps({ id: 'versions', kind: 'tool', server: 'files', tool: 'list_versions', args: {} }),
  MAY_BE_NULL: steps(
    get({ id: 'prices', onError: 'continue' }),
    given('text', { value: { $t: 'Prices: ${steps.prices}' } }),
  ),
  UNKNOWN_LIST: steps(get({}), {
    id: 'names',
    kind: 'return',
    value: { $: 'steps.get.body.map(each, each.name)' },
  }),
  NO_APPROVAL: steps({ id: 'remove', kind: 'tool', server: 'files', tool: 'remove', args: { name: 'a' } }),
  NOBODY_CAN_DECIDE: steps({
    id: 'ask',
    kind: 'approval',
    message: 'Go on?',
    assignees: ['ada@example.com'],
  }),
  NO_MODEL: steps({ id: 'write', kind: 'agent', goal: 'Write a greeting' }),
  NO_RETURN: steps(given('a')),
  BAD_CODE: steps({ id: 'total', kind: 'code', js: 'return args.a +' }),
  BAD_RETRY: steps(given('a', { retry: { maxAttempts: 3 } })),
  BAD_APPROVAL: steps({
    id: 'ask',
    kind: 'approval',
    message: 'Go on?',
    assignees: ['a@example.com'],
    quorum: 2,
  }),
  BAD_WAIT: steps({ id: 'wait', kind: 'wait' }),
  BAD_WORKFLOW: steps({ id: 'run', kind: 'workflow', workflow: '', inputs: {} }),
  AMBIGUOUS_WORKFLOW: steps({ id: 'run', kind: 'workflow', workflow: 'Report', inputs: {} }),
  UNKNOWN_WORKFLOW: steps({ id: 'run', kind: 'workflow', workflow: 'Reporting', inputs: {} }),
}

export interface DiagnosedExample {
  readonly severity: Diagnostic['severity']
  /** The prompt, or the plan as JSON. */
  readonly said: string
  readonly message: string
}

/** @throws {Error} the example does not have the diagnostic */
export function diagnosedExample(code: DiagnosticCode): DiagnosedExample {
  if (code === 'PLANNING_TIMED_OUT') return lateExample()
  if (code in told) return told[code as ToldCode]
  if (code in answers) return answeredExample(code as AnswerCode)
  const example = examples[code as keyof typeof examples]
  const { diagnostics } = compiled(example)
  const found = diagnostics.find(diagnostic => diagnostic.code === code)
  if (found === undefined) {
    const received = diagnostics.map(each => `${each.code} ${each.message}`).join('; ')
    throw new Error(`the example of ${code} has ${received || 'no diagnostic'}`)
  }
  return { severity: found.severity, said: shown(example), message: found.message }
}

type AnswerCode = 'UNQUOTED_STEP' | 'CANNOT' | 'OPEN' | 'KEPT_BY_HAND' | 'MENDED'

const answeredPrompt = 'Remove the file a.txt, then call Ada.'
const removal = { id: 'gone', kind: 'tool', server: 'files', tool: 'remove', args: { name: 'a.txt' } }
const quotes = { gone: 'Remove the file a.txt' }

/** What a model could answer to the prompt. */
const answers: Readonly<Record<AnswerCode, JsonObject>> = {
  UNQUOTED_STEP: { plan: { steps: [removal] }, quotes: {} },
  CANNOT: {
    ...{ plan: { steps: [removal] }, quotes },
    cannot: [
      { words: 'call Ada', why: 'no-tool', nearest: 'a tool that makes phone calls has to be connected' },
    ],
  },
  OPEN: { plan: { steps: [removal] }, quotes, questions: [{ id: 'folder', text: 'In which folder?' }] },
  KEPT_BY_HAND: { plan: { steps: [{ ...removal, args: { name: 'b.txt' } }] }, quotes },
  MENDED: { plan: { steps: [{ ...removal, kind: 'action' }] }, quotes },
}

/** A plan that was changed by hand, where that is what the diagnostic is about. */
function askedOf(code: AnswerCode) {
  if (code !== 'KEPT_BY_HAND') return { request: answeredPrompt }
  const planOf = (name: string) => readPlan({ steps: [{ ...removal, args: { name } }] }).plan
  const revision = { plan: planOf('c.txt'), base: planOf('a.txt'), change: 'The file b.txt', answers: {} }
  return { request: answeredPrompt, revision }
}

function answeredExample(code: AnswerCode): DiagnosedExample {
  const asked = askedOf(code)
  const judged = judgeAnswer({ text: '', value: answers[code] }, asked, { tools })
  const found = judged?.diagnostics.find(each => each.code === code)
  if (found === undefined) throw new Error(`the answer of ${code} has no such diagnostic`)
  return { severity: found.severity, said: answeredPrompt, message: found.message }
}

/** Codes that no plan gets any more, of versions that are kept, and what depends on the model. */
type ToldCode = 'MODEL_FAILED' | 'UNFOUNDED_STEP' | 'UNFOUNDED_VALUE' | 'WEAK_MODEL'

const told: Readonly<Record<ToldCode, DiagnosedExample>> = {
  MODEL_FAILED: {
    severity: 'info',
    said: '(any prompt)',
    message: 'the language model gave no plan: api.example.com answered 401',
  },
  WEAK_MODEL: {
    severity: 'info',
    said: '(any prompt)',
    message: 'small did badly with a sample plan when it was tested: read this plan closely',
  },
  UNFOUNDED_STEP: {
    severity: 'error',
    said: '(a version from before 2026-12)',
    message: 'greet: the words "Greet Ada" do not ask for this',
  },
  UNFOUNDED_VALUE: {
    severity: 'error',
    said: '(a version from before 2026-12)',
    message: 'greet: the request does not say "Bob"',
  },
}

/** No prompt takes the reader of this service so long; a planner that somebody else answers for may. */
function lateExample(): DiagnosedExample {
  const [{ severity, message }] = timedOut().diagnostics as [Diagnostic]
  return { severity, said: '(any prompt)', message }
}

function compiled(example: Example): Compilation {
  if (typeof example === 'string') {
    const noted = saidNotation(example)
    if (noted === null) return plan(example, tools, world)
    return compile(noted.plan, { ...world, tools, diagnostics: noted.diagnostics })
  }
  if ('steps' in example) return compile(example, { ...world, tools })
  const { plan: read, faults } = readPlan(example.sent)
  return compile(read, { ...world, tools, diagnostics: faults })
}

function shown(example: Example): string {
  if (typeof example === 'string') return example === '' ? '(an empty prompt)' : example
  const text = JSON.stringify('steps' in example ? example : example.sent)
  return text.length > 400 ? `${text.slice(0, 100)} ...` : text
}
