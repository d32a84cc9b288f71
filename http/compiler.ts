// From a prompt, or a plan that somebody wrote, to a checked plan, against the tools and workflows of the organization.

import type { NamedCredential } from '../domain/compiler/secrets.ts'
import { allSteps, compile, type NamedWorkflow } from '../domain/compiler.ts'
import type { Compilation, Plan } from '../domain/plan.ts'
import { plan as planPrompt } from '../domain/planner/planner.ts'
import type { Hub } from '../rpc/hub.ts'
import type { Compiler } from './services.ts'

export interface CompilerParts {
  readonly hub: Pick<Hub, 'list' | 'withheld'>
  /** Workflows that these ids and names may mean. */
  readonly findWorkflows: (
    organizationId: string,
    said: readonly string[],
  ) => Promise<readonly NamedWorkflow[]>
  /** Credentials that plans may name, at hand. */
  readonly findCredentials: (organizationId: string) => Promise<readonly NamedCredential[]>
  /** IANA name: of times in prompts that say none. */
  readonly timeZone: string
}

export function createCompiler({ hub, findWorkflows, findCredentials, timeZone }: CompilerParts): Compiler {
  return {
    async compile(organizationId, prompt, plan) {
      const tools = await hub.list(organizationId)
      const credentials = await findCredentials(organizationId)
      const withheld = await hub.withheld(organizationId)
      const compileWith = (context: { workflows?: readonly NamedWorkflow[] }): Compilation =>
        plan === null
          ? planPrompt(prompt, tools, { timeZone, credentials, withheld, ...context })
          : compile(plan, { tools, prompt, credentials, withheld, ...context })
      const compilation = compileWith({})
      const said = workflowsIn(compilation.plan)
      // Few plans run others, and an organization may have thousands of workflows: only those that are named are read.
      return said.length === 0
        ? compilation
        : compileWith({ workflows: await findWorkflows(organizationId, said) })
    },
  }
}

/** What the `workflow` steps of a plan call the workflows that they run. */
function workflowsIn({ steps }: Plan): readonly string[] {
  return allSteps(steps).flatMap(step => (step.kind === 'workflow' ? [step.workflow] : []))
}
