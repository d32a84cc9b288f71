// What an agent mends a plan by, beside the diagnostics of the compiler: what the tool of the step takes, and
// all that is wrong with a plan that cannot be read. For answers of tools that take a plan.
import type { Failure } from '../../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
import { callShapeOf } from '../../../language/language.ts'
import { listOf } from '../route-tools/brief.ts'

/** Of a tool's arguments. */
const ofArguments: ReadonlySet<unknown> = new Set(['MISSING_ARGUMENT', 'UNKNOWN_ARGUMENT', 'BAD_ARGUMENT'])

/**
 * The answer, in which the first diagnostic about the arguments of a tool has the `signature` of that tool,
 * and one about a tool that is not there that of the first candidate.
 * @param plan as it was sent
 */
export function withSignatures(answer: Json, plan: Json | undefined, catalog: readonly HubTool[]): Json {
  const diagnostics = isObject(answer) ? listOf((answer as JsonObject)['diagnostics']) : []
  if (diagnostics.length === 0 || !isObject(plan)) return answer
  const tools = new Map(catalog.map(tool => [offeredName(tool), tool]))
  const called = toolsCalled(plan)
  const told = new Set<string>()
  const signed = diagnostics.map(diagnostic => {
    const name = toolOf(diagnostic, called)
    const tool = name === null || told.has(name) ? undefined : tools.get(name)
    if (tool === undefined) return diagnostic
    told.add(name!)
    return { ...diagnostic, signature: callShapeOf(tool) }
  })
  return { ...(answer as JsonObject), diagnostics: signed }
}

/** By step id: offered names. */
function toolsCalled(plan: Json): ReadonlyMap<string, string> {
  return new Map(
    allSteps(readPlan(plan).plan.steps).flatMap((step): readonly [string, string][] =>
      step.kind === 'tool' ? [[step.id, offeredName({ server: step.server, name: step.tool })]] : [],
    ),
  )
}

function toolOf({ code, path, candidates }: JsonObject, called: ReadonlyMap<string, string>): string | null {
  if (code === 'UNKNOWN_TOOL') {
    const [first] = Array.isArray(candidates) ? candidates : []
    return typeof first === 'string' ? first : null
  }
  if (!ofArguments.has(code) || typeof path !== 'string') return null
  return called.get(path.split('.', 1)[0]!) ?? null
}

/**
 * All that is wrong with a plan that cannot be read, as the text that models see; null: it is another
 * failure.
 */
export function unreadPlan({ facts }: Failure): string | null {
  const wrong = listOf(facts['diagnostics']).filter(({ severity }) => severity === 'error')
  if (wrong.length === 0) return null
  const lines = wrong.map(({ message, candidates }) => {
    const could = Array.isArray(candidates) && candidates.length > 0 ? ` (${candidates.join(', ')})` : ''
    return `- ${String(message)}${could}`
  })
  return `plan: it cannot be read. Mend all of this, and send it again:\n${lines.join('\n')}`
}
