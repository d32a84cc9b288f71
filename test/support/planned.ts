// What a prompt becomes against the fixture tools, for tests of the planner.
import type { Step } from '../../domain/plan/plan.ts'
import { type HubTool, splitOfferedName } from '../../domain/tools/tool.ts'
import { type PlannerContext, plan } from '../../language/planner/planner.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { fixtureTools } from './fixture-tools.ts'

export const planned = (prompt: string, context?: PlannerContext) => plan(prompt, fixtureTools, context)

/** The steps of a prompt that leaves nothing open. @throws {Error} with what it leaves open */
export function stepsOf(prompt: string): readonly Step[] {
  const { diagnostics, plan: made } = planned(prompt)
  const errors = diagnostics.filter(each => each.severity === 'error')
  if (errors.length > 0) throw new Error([prompt, ...errors.map(each => each.message)].join('\n'))
  return made.steps
}

const builtins: readonly HubTool[] = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))

/** What a prompt becomes with nothing but the built-in tools. */
export const readWithBuiltins = readerOf([])

/** What prompts become with the built-in tools and some of servers. */
export function readerOf(others: readonly HubTool[]) {
  const tools = [...builtins, ...others]
  return (prompt: string, context?: PlannerContext) => {
    const { plan: made, diagnostics, schedule } = plan(prompt, tools, context)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    return { steps: made.steps, errors, schedule }
  }
}

/** A tool as a server offers it that says little of it: `crm__list_invoices`. All arguments are texts. */
export function plainTool(
  offered: string,
  description: string,
  args: readonly string[] = [],
  more: Partial<HubTool> = {},
): HubTool {
  const { server, tool: name } = splitOfferedName(offered)
  const properties = Object.fromEntries(args.map(arg => [arg, { type: 'string' }]))
  return {
    ...{ server, name, title: name, description, effect: 'write', keywords: [], examples: [] },
    inputSchema: { type: 'object', properties, required: [...args] },
    outputSchema: null,
    ...more,
  }
}

/** The codes of what blocks a prompt. */
export function refusalsOf(prompt: string): readonly string[] {
  return planned(prompt)
    .diagnostics.filter(each => each.severity === 'error')
    .map(each => each.code)
}
