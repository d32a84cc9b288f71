// What other languages call the keys of the plan language: data only. In lower case and without separators;
// a key of ours in another case needs no line. What would change who, what or how often is not here:
// `retries` may count the first call or not, a `timeout` without a unit may be seconds.
import type { StepKind } from '../../../domain/plan/blocks/block.ts'

/** By our key. */
export type Synonyms = { readonly [key: string]: readonly string[] }

export const planWords: Synonyms = {
  steps: ['actions', 'tasks', 'nodes', 'workflow', 'flow', 'stages', 'plan'],
  start: ['starts', 'trigger', 'triggers', 'schedule', 'schedules', 'startson', 'cron'],
  inputs: ['inputschema', 'parameters', 'params', 'variables'],
}

export const argumentWords = [
  'params',
  'parameters',
  'arguments',
  'argument',
  'input',
  'inputs',
  'with',
  'toolinput',
  'toolargs',
  'toolarguments',
  'payload',
]

export const bodyWords = ['do', 'body', 'actions', 'then', 'tasks', 'step', 'children', 'run']

/** Of every step. */
export const commonWords: Synonyms = {
  id: ['stepid', 'ref', 'key'],
  after: ['dependson', 'needs', 'requires', 'runafter', 'waitsfor', 'dependencies', 'dependency'],
  when: ['condition', 'if', 'runif', 'onlyif', 'guard'],
  onError: ['onfailure', 'onfail', 'catch', 'errorhandler', 'iferror', 'iffails', 'oncatch'],
  retry: ['retrypolicy', 'retries'],
}

/** What a step is called, and what is said about it; tried last. */
export const titleWords: Synonyms = { title: ['label', 'name', 'description', 'comment', 'summary'] }

/** What only says why a step is there. */
export const remarkWords = ['description', 'comment', 'reason', 'rationale', 'explanation', 'thought']

/** What others call the result of a step by, to read it later. */
export const aliasWords = [
  ...['outputvariable', 'outputvar', 'outputas', 'outputname', 'outputkey', 'saveas', 'storeas', 'assignto'],
  ...['resultvariable', 'resultname', 'resultas', 'saveto', 'storeresultas', 'output', 'result', 'as'],
]

/** Where the text is an expression. */
export const expressionWords = ['expression', 'expr', 'formula', 'cel', 'compute']

export const stepWords: { readonly [Kind in StepKind]?: Synonyms } = {
  tool: {
    args: argumentWords,
    approval: ['requiresapproval', 'requireapproval', 'needsapproval', 'approvals', 'humanapproval'],
    server: ['service', 'toolserver', 'provider', 'app', 'integration'],
  },
  set: { value: ['output', 'result', 'data', 'values'] },
  foreach: {
    over: [
      'items',
      'list',
      'in',
      'collection',
      'foreach',
      'each',
      'array',
      'iterateover',
      'loopover',
      'source',
    ],
    as: ['item', 'var', 'variable', 'itemname', 'itemvar', 'itemvariable', 'iterator', 'loopvar', 'element'],
    steps: bodyWords,
    concurrency: ['maxconcurrency', 'parallelism'],
  },
  repeat: { most: ['max', 'maxturns', 'maxiterations', 'times', 'maxtimes'], steps: bodyWords },
  parallel: { branches: ['tasks', 'steps', 'parallel', 'actions', 'do', 'paths'] },
  return: { value: ['output', 'result', 'data', 'return', 'outputs'] },
  stop: { value: ['output', 'result', 'message', 'text', 'reason'] },
  fail: { message: ['text', 'error', 'reason'] },
  approval: {},
  workflow: { inputs: ['args', ...argumentWords], workflow: ['workflowname', 'workflowid', 'name'] },
  agent: { goal: ['prompt', 'task', 'instructions', 'objective'] },
  ask: {
    question: ['prompt', 'instruction', 'instructions', 'task'],
    choices: ['options', 'labels', 'categories', 'classes', 'enum'],
    input: ['text', 'data', 'content', 'context', 'document', 'about', 'inputs'],
    outputSchema: ['schema', 'responseschema', 'responseformat'],
    many: ['multiple'],
  },
  code: { js: ['code', 'script', 'javascript'], args: argumentWords },
}

/** Of an approval, as a step and as a policy of one. */
export const approvalWords: Synonyms = {
  message: ['text', 'prompt', 'question', 'description'],
  assignees: ['approvers', 'approver', 'assignee', 'reviewers', 'reviewer', 'people', 'who', 'assignedto'],
  onDeny: ['ondenied', 'onreject', 'onrejected', 'ondenial'],
}

export const retryWords: Synonyms = {
  maxAttempts: ['attempts', 'maxtries', 'tries'],
  pauseMs: ['delayms', 'intervalms'],
}

export const caseWords: Synonyms = { when: ['condition', 'if', 'test', 'expression'], steps: bodyWords }

export const branchWords: Synonyms = { steps: bodyWords, name: ['id', 'title', 'label'] }

export const startWords: Synonyms = {
  kind: ['type'],
  cron: ['expression', 'schedule', 'cronexpression', 'pattern', 'value'],
  timezone: ['tz', 'zone'],
}
