// The prompts of /rpc that lead a model through its work here: write a workflow, find out why a run failed.
// Their names have hyphens, which no slug of a workflow has.
import type { JsonObject } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../../rpc/json-rpc.ts'
import type { WirePrompt } from '../../../rpc/surface/surface.ts'
import type { ToolOffer } from '../tool-offer.ts'

interface GuidePrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Its one argument, and what that is. */
  readonly argument: string
  readonly about: string
  /** Tools without which it leads nowhere. */
  readonly tools: readonly string[]
  readonly text: (argument: string) => string
}

/** Characters of an argument. */
const argumentLength = 4_000

const guides: readonly GuidePrompt[] = [
  {
    name: 'write-workflow',
    title: 'Write a workflow',
    description: 'From a goal to a workflow that is planned, tested and kept',
    argument: 'goal',
    about: 'What the workflow should do, in your words',
    tools: ['get_plan_guide', 'search_tools', 'plan_workflow', 'create_workflow'],
    text: goal => `Write a workflow in Troupe that does this:

${goal}

1. Call get_plan_guide: it is the whole plan language.
2. Find the tools of its steps by search_tools; their signatures say what they take and give. list_credentials has the names of secrets.
3. Write the plan. Send it to plan_workflow, with my words as prompt and the words that ask for each step as quotes. Mend it until it is ready.
4. Hold the explanation against the goal; I read the plan best as its notation (detail: true has it). Ask me when something is left open, and tell me what you took for granted.
5. Test it by dry_run_prompt with inputs like real ones, and tell me which effects it would have.
6. When I agree, keep it by create_workflow with a name and a description, run it by execute_workflow with waitMs, and show me the output. If it is to start by itself, confirm_workflow asks me.`,
  },
  {
    name: 'why-a-run-failed',
    title: 'Find out why a run failed',
    description: 'From a failed execution to its cause and what to do about it',
    argument: 'execution',
    about: 'Id of the execution: exec_...; or words that tell which one it was',
    tools: ['explain_execution', 'get_step'],
    text: execution => `Find out why this run failed, and what to do about it: ${execution}

1. If that is no id, find it by search_executions with status failed.
2. explain_execution says the error and its step. list_steps shows what went before.
3. get_step shows what the failed step got and answered. Look at the step that its input came from, if the input is wrong.
4. get_workflow shows the explanation, with detail the plan. Say which it is: a wrong input, a plan that does something else than it should, or a tool or server that failed.
5. Propose the least change. If it is the plan, check the new one by plan_workflow and dry_run_prompt, and change the workflow by update_workflow only when I agree.`,
  },
]

export function guidePrompts(offer: ToolOffer): WirePrompt[] {
  return guides
    .filter(guide => isFor(offer, guide))
    .map(({ name, title, description, argument, about }) => ({
      ...{ name, title, description },
      arguments: [{ name: argument, description: about, required: true }],
    }))
}

/**
 * The result of prompts/get; null when it is none of these.
 * @throws {RpcError} invalid params
 */
export function guidePrompt(
  offer: ToolOffer,
  name: string,
  args: Readonly<Record<string, string>>,
): JsonObject | null {
  const guide = guides.find(each => each.name === name && isFor(offer, each))
  if (guide === undefined) return null
  const given = args[guide.argument]?.trim() ?? ''
  if (given === '' || given.length > argumentLength) {
    const expected = `expected a text of 1 to ${argumentLength} characters`
    throw new RpcError(rpcCodes.invalidParams, `params.arguments.${guide.argument}: ${expected}`)
  }
  const content = { type: 'text', text: guide.text(given) }
  return { description: guide.description, messages: [{ role: 'user', content }] }
}

function isFor(offer: ToolOffer, { tools }: GuidePrompt): boolean {
  return tools.every(tool => offer.find(tool) !== null)
}
