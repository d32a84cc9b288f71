// Entries of the kind `enum`: values that were chosen of a tool's list, where the request has other words for
// them. One entry for a step, with what the tool says of the argument, as data.
import type { Json } from '../../domain/json.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { knownOf, valuesOf } from '../../domain/schema/known.ts'
import { shownText } from '../../domain/shown/shown.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'
import { confirmationBounds, type Finding } from '../../domain/work/confirming/entry.ts'
import { bounded } from './argument-lines.ts'
import { type Material, quoteOf } from './material.ts'
import { literalsIn, type Path, pathText } from './pieces.ts'
import { knownAt } from './recipients.ts'

export function enumFindings(material: Material): readonly Finding[] {
  return material.steps.flatMap(({ step }) => {
    if (step.kind !== 'tool') return []
    const tool = material.find({ field: 'tool', server: step.server, tool: step.tool, effect: null })
    if (tool === null || tool.effect === 'pure') return []
    const chosen = chosenIn(step, tool, material)
    return chosen.length === 0 ? [] : [finding(step, tool, chosen, material)]
  })
}

interface Chosen {
  readonly path: Path
  readonly value: string | number
  readonly among: readonly Json[]
  /** What the tool says of the argument. */
  readonly description: string | null
}

function chosenIn(
  { args }: Extract<Step, { kind: 'tool' }>,
  { inputSchema }: HubTool,
  { words }: Material,
): readonly Chosen[] {
  const root = knownOf(inputSchema)
  return literalsIn(args).flatMap(({ path, value, isPart }) => {
    if (isPart || (typeof value !== 'string' && typeof value !== 'number') || words.holds(value)) return []
    const known = knownAt(root, path)
    const among = valuesOf(known)
    if (among === null || among.length < 2) return []
    const { description } = known!.schema
    return [{ path, value, among, description: typeof description === 'string' ? description : null }]
  })
}

function finding(
  step: Extract<Step, { kind: 'tool' }>,
  tool: HubTool,
  chosen: readonly Chosen[],
  material: Material,
): Finding {
  const isEffect = tool.effect === 'write' || tool.effect === 'destructive'
  const said = chosen.flatMap(({ path, value, description }) => [
    `  ${pathText(path)}: ${typeof value === 'string' ? shownText(value) : value}`,
    ...(description === null ? [] : [`    The tool says of it: ${told(description)}`]),
  ])
  const isDescribed = chosen.every(({ description }) => description !== null)
  const lines = [
    'Chosen of the values that the tool takes, in other words than yours:',
    ...said,
    ...(isDescribed || tool.description === ''
      ? []
      : [`  The tool says of itself: ${told(tool.description)}`]),
  ]
  return {
    ...{ kind: 'enum', step: step.id, tool: offeredName(tool), effect: tool.effect },
    severity: isEffect ? 'warning' : 'info',
    says: bounded(lines.join('\n')),
    options: optionsOf(chosen),
    ...quoteOf(material, step),
  }
}

function optionsOf(chosen: readonly Chosen[]): string[] {
  const [first] = chosen
  if (chosen.length > 1 || first === undefined) return []
  return first.among
    .slice(0, confirmationBounds.options)
    .map(each => String(each).slice(0, confirmationBounds.told).toWellFormed())
}

/** Words of a tool's author, cut. */
function told(text: string): string {
  const { told: most } = confirmationBounds
  return shownText(text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`)
}
