// The embedded planner: controlled English to a plan, with neither key nor model. The same prompt and tools give the
// same plan. Every word is consumed by exactly one construct or it is a diagnostic; the plan then passes the compiler.

import type { NamedCredential } from '../compiler/secrets.ts'
import { compile, type NamedWorkflow } from '../compiler.ts'
import type { Compilation } from '../plan.ts'
import type { CatalogTool } from '../tool.ts'
import { toolSearch } from '../tool-search.ts'
import type { WithheldTools } from '../tool-settings.ts'
import { withDenials } from './denials.ts'
import { emptyEnvironment } from './environment.ts'
import { outline } from './outline.ts'
import { readItems } from './statements.ts'

export interface PlannerContext {
  /** IANA name: of times that say none. Default UTC. */
  readonly timeZone?: string
  /** Those that the prompt may run. */
  readonly workflows?: readonly NamedWorkflow[]
  readonly credentials?: readonly NamedCredential[]
  /** Tools that are there and cannot be used. */
  readonly withheld?: WithheldTools
}

/**
 * @param prompt as a person wrote it, at most some 20,000 characters
 * @param tools the catalog; its search index is built once per array
 */
export function plan(
  prompt: string,
  tools: readonly CatalogTool[],
  { timeZone = 'UTC', workflows, credentials, withheld }: PlannerContext = {},
): Compilation {
  const { steps, diagnostics, env } = readItems(
    outline(prompt),
    emptyEnvironment(toolSearch(tools, withheld), prompt, timeZone),
  )
  const context = {
    tools,
    prompt,
    diagnostics,
    schedule: env.schedule,
    ...(workflows && { workflows }),
    ...(credentials && { credentials }),
    ...(withheld && { withheld }),
  }
  return compile({ steps: withDenials(steps) }, context)
}
