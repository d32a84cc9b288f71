// Workflows as tools: find one, read it, make and change it, choose its version.
import { z } from 'zod'
import type { JsonObject } from '../../../domain/json.ts'
import { workflowAnswer } from './answers.ts'
import { cut, filled, listOf, pick } from './brief.ts'
import { briefConfirmation, briefDiagnostic, briefStarts, hasToBeConfirmed } from './brief-plans.ts'
import type { RouteTool } from './route-tool.ts'

const workflowId = 'wf_...'

/** How a plan or a prompt is given; shared with what plans one without keeping it. */
export const planArguments = {
  prompt: 'What your user asked for, word for word; without a plan: what is to be planned',
  plan: 'As get_plan_guide has it',
}

/** What whoever sends a plan says of it. */
export const sayingArguments = {
  quotes: 'By step id: the exact words of prompt that ask for it',
  assumptions: '[{step, field, text, options}]: what you took for granted',
}

const offerArguments = {
  description: 'One line: when to run it, what comes back',
  tool: 'true: agents get it as run_<slug>',
}

/** As create_workflow says them. */
const unsaid = { name: '', prompt: '', plan: '', quotes: '', assumptions: '', description: '', tool: '' }

export const listWorkflows: RouteTool = {
  name: 'list_workflows',
  description: 'Find workflows by name, or see what there is. Rows, newest first; only `ready` ones run.',
  args: { q: 'A part of the name', limit: '', cursor: '' },
  answer: z.looseObject({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    tool: z.boolean(),
    version: z.int(),
    updatedAt: z.int(),
  }),
  brief: workflow => ({
    ...pick(workflow, ['id', 'status', 'tool', 'version', 'updatedAt']),
    name: cut(workflow['name'], 48),
  }),
}

export const getWorkflow: RouteTool = {
  name: 'get_workflow',
  description:
    'Read a workflow before you run or change it: prompt, explanation, inputs, what starts it, diagnostics. detail: true has its plan.',
  args: { id: workflowId },
  answer: workflowAnswer,
  brief: workflow => ({
    ...pick(workflow, ['id', 'name', 'slug', 'tool', 'version', 'status', 'prompt', 'explanation']),
    ...pick(workflow, ['inputsSchema']),
    ...filled(pick(workflow, ['description', 'acceptance'])),
    ...briefStarts(workflow),
    diagnostics: listOf(workflow['diagnostics']).map(briefDiagnostic),
  }),
}

export const createWorkflow: RouteTool = {
  name: 'create_workflow',
  description:
    'Keep a plan as a workflow, best one that plan_workflow calls ready; it is active at once. Gives its id, what your user has to confirm, and `next`.',
  args: { name: 'Short, for people', ...planArguments, ...sayingArguments, ...offerArguments },
  answer: workflowAnswer,
  brief: briefMade,
  asksEachTime: true,
  inChats: {
    description:
      'Have a workflow planned from words, and keep it; it is active at once. Gives its id, its explanation, what your user has to confirm, and `next`. To change one that is there, use change_workflow.',
    args: {
      name: 'Short, for people',
      prompt: 'What your user asked for, word for word',
      ...offerArguments,
    },
  },
}

export const updateWorkflow: RouteTool = {
  name: 'update_workflow',
  description:
    'Change a workflow: arguments and answer as of create_workflow. What you leave out stays; another plan or prompt is a new version, active at once.',
  args: { id: workflowId, ...unsaid },
  answer: workflowAnswer,
  brief: briefMade,
  asksEachTime: true,
  isForAuthors: true,
}

/** Asks the person of the caller's client: http/mcp/asking/confirm-calls.ts. */
export const confirmWorkflow: RouteTool = {
  name: 'confirm_workflow',
  description:
    'Ask your user, in their client, to confirm a workflow that is to start by itself. You cannot answer for them.',
  effect: 'write',
  permission: 'workflow:write',
  args: { id: workflowId },
  answer: z.looseObject({ accepted: z.boolean(), required: z.boolean(), digest: z.string() }),
  isForAuthors: true,
}

export const listVersions: RouteTool = {
  name: 'list_versions',
  description: 'The versions of a workflow, newest first: number, whether it is active, note, prompt.',
  args: { id: workflowId, limit: '', cursor: '' },
  answer: z.looseObject({ version: z.int(), active: z.boolean(), createdAt: z.int(), prompt: z.string() }),
  brief: version => ({
    ...filled(pick(version, ['version', 'active', 'createdAt', 'note'])),
    prompt: cut(version['prompt'], 200),
  }),
  isForAuthors: true,
}

export const activateVersion: RouteTool = {
  name: 'activate_version',
  description: 'Go back to an earlier version of a workflow, or forward again: that one runs from now on.',
  args: {
    id: workflowId,
    version: 'Its number',
    percent: 'Try it on this share of executions instead, 1 to 99',
  },
  answer: workflowAnswer,
  brief: briefMade,
  isForAuthors: true,
}

/** Of a workflow that was just made or changed: its caller knows what it has sent. */
function briefMade(workflow: JsonObject): JsonObject {
  return {
    ...pick(workflow, ['id', 'name', 'slug', 'tool', 'version', 'status', 'inputsSchema']),
    explanation: workflow['explanation'] === null ? null : cut(workflow['explanation'], explanationLength),
    ...briefStarts(workflow),
    diagnostics: listOf(workflow['diagnostics']).map(briefDiagnostic),
    ...briefConfirmation(workflow['confirmation']),
    next: nextAfter(workflow),
  }
}

/** Bytes; plan_workflow and get_workflow have it whole. */
const explanationLength = 1_000

function nextAfter(workflow: JsonObject): string {
  if (workflow['status'] !== 'ready')
    return 'nothing runs it: mend what the diagnostics say, and send the whole plan by update_workflow'
  if (!hasToBeConfirmed(workflow)) return 'execute_workflow runs it'
  return 'execute_workflow runs it for you; schedules, hooks, run_<slug> and other workflows start it once your user has confirmed it: confirm_workflow asks them'
}
