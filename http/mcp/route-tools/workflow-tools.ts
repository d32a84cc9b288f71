// Workflows as tools: find one, read it, make and change it, choose its version.
import { z } from 'zod'
import type { JsonObject } from '../../../domain/json.ts'
import { workflowAnswer } from './answers.ts'
import { cut, filled, listOf, pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'

const workflowId = 'Id of the workflow: wf_...'

/** How a prompt is given; shared with what plans one without keeping it. */
export const promptArguments = {
  prompt:
    'What the workflow does, in controlled English: read troupe://guide/prompts first. Every word must be understood.',
  plan: 'A plan as JSON instead of what the prompt says: troupe://guide/plans',
}

/** What whoever sends a plan says of it. */
export const sayingArguments = {
  quotes: 'With a plan: for each step id the exact words of your user that ask for the step',
  assumptions: 'With a plan: what you took for granted',
}

const offerArguments = {
  description: 'One line for people and models: when to run it and what comes back',
  tool: 'true: offer it to agents as the tool run_<slug>',
}

export const listWorkflows: RouteTool = {
  name: 'list_workflows',
  description:
    'Use it to find a workflow by a part of its name, or to see what there is. Gives short rows, newest first: id, name, status (only `ready` ones run), whether it is a tool, version.',
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
    'Use it before you run or change a workflow. Gives its prompt, the explanation of its plan, the schema of its inputs, and diagnostics: those of severity error keep it from running.',
  args: { id: workflowId },
  answer: workflowAnswer,
  brief: briefWorkflow,
}

export const createWorkflow: RouteTool = {
  name: 'create_workflow',
  description:
    'Use it to keep a prompt as a workflow, best one that plan_workflow calls ready. It is active at once. Gives the id and the status: `needs_review` means that its diagnostics keep it from running. With a plan, your user confirms it before anything but a person starts it: confirm_workflow.',
  args: { name: 'Short name, for people', ...promptArguments, ...sayingArguments, ...offerArguments },
  answer: workflowAnswer,
  brief: briefWorkflow,
  asksEachTime: true,
}

export const updateWorkflow: RouteTool = {
  name: 'update_workflow',
  description:
    'Use it to mend or change a workflow. What you leave out stays. Another prompt or plan makes a new version and activates it. Gives what get_workflow gives.',
  args: { id: workflowId, name: 'Another name', ...promptArguments, ...sayingArguments, ...offerArguments },
  answer: workflowAnswer,
  brief: briefWorkflow,
  asksEachTime: true,
  isForAuthors: true,
}

/** Asks the person of the caller's client: http/mcp/asking/confirm-calls.ts. */
export const confirmWorkflow: RouteTool = {
  name: 'confirm_workflow',
  description:
    'Use it when a workflow that you planned is to start by itself: your user is asked, in their client, to confirm what it does. You cannot answer for them. Gives what they were shown, and whether it is accepted.',
  effect: 'write',
  permission: 'workflow:write',
  args: { id: workflowId },
  answer: z.looseObject({ accepted: z.boolean(), required: z.boolean(), digest: z.string() }),
  isForAuthors: true,
}

export const listVersions: RouteTool = {
  name: 'list_versions',
  description:
    'Use it to see how a workflow has changed, before you go back. Gives its versions, newest first: number, whether it is active, note, prompt.',
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
  description:
    'Use it to go back to an earlier version of a workflow, or forward again: from now on that one runs. Gives what get_workflow gives.',
  args: {
    id: workflowId,
    version: 'Number of the version, from list_versions',
    percent: 'Try it on this share of executions instead, 1 to 99',
  },
  answer: workflowAnswer,
  brief: briefWorkflow,
  isForAuthors: true,
}

function briefWorkflow(workflow: JsonObject): JsonObject {
  const shown = ['id', 'name', 'slug', 'tool', 'version', 'status', 'prompt', 'explanation', 'inputsSchema']
  return {
    ...pick(workflow, shown),
    ...filled(pick(workflow, ['description', 'schedule', 'acceptance'])),
    diagnostics: listOf(workflow['diagnostics']).map(briefDiagnostic),
  }
}

export function briefDiagnostic(diagnostic: JsonObject): JsonObject {
  const fields = ['code', 'severity', 'message', 'path', 'candidates', 'fixes']
  return filled(pick(diagnostic, fields))
}
