// Checks an agent step: the tools of its list are there and may be called, and what it answers has a schema
// that can be used. Called by domain/compiler/blocks.ts.

import type { AgentBlock } from '../../plan/blocks/agent.ts'
import type { Step } from '../../plan/plan.ts'
import { compileSchema } from '../../schema/schema-check.ts'
import { SchemaError } from '../../schema/schema-error.ts'
import { offeredName } from '../../tools/tool.ts'
import { withheldCode, withheldReason } from '../../tools/tool-settings.ts'
import type { Pass } from '../compiler.ts'

export function checkAgent(step: Step, { tools, outputSchema }: AgentBlock, pass: Pass): void {
  for (const [index, name] of tools.entries()) checkTool(step, `tools[${index}]`, name, pass)
  if (outputSchema === undefined) return
  try {
    compileSchema(outputSchema)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    pass.report(step, 'BAD_ARGUMENT', 'outputSchema', `${step.id}.outputSchema: ${error.message}`)
  }
}

function checkTool(step: Step, field: string, name: string, pass: Pass): void {
  const withheld = pass.search.withheld(name)
  if (withheld !== null) {
    const message = `${step.id}.${field}: ${withheldReason(name, withheld)}`
    return pass.report(step, withheldCode(withheld), field, message)
  }
  const tool = pass.search.named(name)
  if (tool === null) {
    const near = pass.search.matching(name).slice(0, 3)
    const candidates = near.map(match => offeredName(match.tool))
    const message = `${step.id}.${field}: there is no tool ${name}`
    return pass.report(step, 'UNKNOWN_TOOL', field, message, candidates)
  }
  if (tool.effect !== 'destructive') return
  const message = `${step.id}: a model decides what ${name} removes or overwrites: let an admin require approval of its calls`
  pass.inform(step, 'UNTRUSTED_INPUT', field, message)
}
