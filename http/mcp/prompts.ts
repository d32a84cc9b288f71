// prompts/list and prompts/get of a caller: those that lead through the work here (authoring/), and one for
// each workflow that it may run. Its name is the slug of the workflow, its arguments are the inputs, and its
// message asks the model to run the workflow with them.
import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { allows } from '../../domain/people/permissions.ts'
import type { StoredWorkflow } from '../../domain/work/workflow.ts'
import { runToolName } from '../../domain/work/workflow-slug.ts'
import { RpcError, rpcCodes } from '../../rpc/json-rpc.ts'
import { badCursor } from '../../rpc/surface/list-cursor.ts'
import { inputsFrom } from '../../rpc/surface/prompt-inputs.ts'
import type { Surface, WirePrompt } from '../../rpc/surface/surface.ts'
import { guidePrompt, guidePrompts } from './authoring/guide-prompts.ts'
import type { ToolCallContext } from './service-tools.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface PromptsParts {
  readonly callContext: ToolCallContext
  readonly offer: () => Promise<ToolOffer>
}

const pageSize = 100

export function workflowPrompts({ callContext, offer }: PromptsParts): Surface['prompts'] {
  const { caller, services } = callContext
  const { organizationId } = caller
  return {
    async list(cursor) {
      if (!allows(caller, 'workflow:read')) return { items: [], nextCursor: null }
      const offered = await offer()
      const { items, next } = await readingCursor(
        services.workflows.list(organizationId, { limit: pageSize, cursor }),
      )
      const own = items.filter(it => runner(offered, it) !== null).map(promptOf)
      const guides = cursor === null ? guidePrompts(offered) : []
      return { items: [...guides, ...own], nextCursor: next }
    },

    async get(name, args) {
      const offered = await offer()
      const guide = guidePrompt(offered, name, args)
      if (guide !== null) return { type: 'complete', result: guide }
      const workflow = await find(callContext, name)
      const tool = workflow && runner(offered, workflow)
      if (workflow === null || tool === null) throw invalid(`name: there is no prompt ${name.slice(0, 100)}`)
      const inputs = await inputsFrom(workflow.inputsSchema, args, (schema, inputs) =>
        services.thinking.check({ organizationId }, schema, inputs),
      )
      return { type: 'complete', result: messageOf(workflow, tool, inputs) }
    },
  }
}

/** The workflow that a prompt names; null when there is none that the caller may see. */
export async function find(
  { caller, services }: ToolCallContext,
  slug: string,
): Promise<StoredWorkflow | null> {
  if (!allows(caller, 'workflow:read')) return null
  try {
    return await services.workflows.bySlug(caller.organizationId, slug)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

/** @throws {RpcError} invalid params: the cursor is not one of ours */
export async function readingCursor<T>(page: Promise<T>): Promise<T> {
  try {
    return await page
  } catch (error) {
    throw error instanceof Failure && error.code === 'validation-failed' ? badCursor() : error
  }
}

/** The tool with which the caller can run the workflow; null when there is none. */
function runner(offer: ToolOffer, { slug, status }: StoredWorkflow): string | null {
  if (status !== 'ready') return null
  return [runToolName(slug), 'execute_workflow'].find(name => offer.find(name) !== null) ?? null
}

function promptOf({ slug, name, description, inputsSchema }: StoredWorkflow): WirePrompt {
  return {
    name: slug,
    title: name,
    description: description || `Run the workflow "${name}"`,
    arguments: argumentsOf(inputsSchema),
  }
}

function argumentsOf({ properties, required }: JsonSchema): JsonObject[] {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  return Object.entries(isObject(properties) ? (properties as JsonObject) : {}).map(([name, schema]) => ({
    name,
    ...(isObject(schema) &&
      typeof schema['description'] === 'string' && { description: schema['description'] }),
    required: isRequired(name),
  }))
}

function messageOf({ id, name, description }: StoredWorkflow, tool: string, inputs: JsonObject): JsonObject {
  const args: Json = tool === 'execute_workflow' ? { id, inputs } : inputs
  const text = [
    `Run the workflow "${name}": call the tool ${tool} with these arguments, then tell me the result.`,
    JSON.stringify(args, null, 2),
  ].join('\n\n')
  return {
    description: description || `Run the workflow "${name}"`,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}

function invalid(what: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.${what}`)
}
