// What the laws are tried on: the tools of domains that have nothing in common, and what a prompt comes to.
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { plan } from '../../../language/planner/planner.ts'
import { findDomains } from '../corpus/prompts.ts'
import { findWritings } from '../corpus/sentences.ts'
import { openShop } from '../corpus/shop.ts'

/** Slug to tools: customers, invoices, tickets, appointments, tasks, orders. */
export async function toolsOf(...slugs: readonly string[]): Promise<ReadonlyMap<string, readonly HubTool[]>> {
  const all = [...findDomains([]), ...findWritings({ writers: ['dev'] })].filter(({ slug }) =>
    slugs.includes(slug),
  )
  const found = new Map<string, readonly HubTool[]>()
  for (const domain of all) {
    const shop = await openShop(domain)
    found.set(domain.slug, shop.tools)
    await shop.hub.close()
  }
  return found
}

/** The plan of a prompt that is ready; null: it is refused. */
export function ready(prompt: string, tools: readonly HubTool[]): Plan | null {
  const { plan: made, diagnostics } = plan(prompt, tools)
  return diagnostics.some(({ severity }) => severity === 'error') ? null : made
}

/** All steps, also those inside of others. */
export function stepsOf(made: Plan): readonly Step[] {
  const within = (step: Step): readonly Step[] => {
    if (step.kind === 'if')
      return [
        step,
        ...step.cases.flatMap(each => each.steps.flatMap(within)),
        ...(step.else ?? []).flatMap(within),
      ]
    if (step.kind === 'foreach') return [step, ...step.steps.flatMap(within)]
    if (step.kind === 'parallel')
      return [step, ...step.branches.flatMap(branch => branch.steps.flatMap(within))]
    return [step]
  }
  return made.steps.flatMap(within)
}

/** What its tools are called with, as JSON. */
export function argumentsOf(made: Plan): string {
  return JSON.stringify(stepsOf(made).flatMap(step => (step.kind === 'tool' ? [step.args] : [])))
}
