// The tools that a model is shown when it writes a plan, one line each: all of them where they fit into the
// room that there is. Else it reads their names first, in a round of its own, and asks for those that it may
// need; what room is left goes to those that the words find.
// 1. The words are all that was said: the request, changes and answers.
// 2. What the plan that is there uses comes first: it is to be written again.
import { roughTokens } from '../../domain/models/language-model.ts'
import type { PlanningContext } from '../../domain/plan/planning.ts'
import { usesOf } from '../../domain/plan/tool-uses.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'
import { isShown } from '../planning/expressed-tools.ts'
import { choosingInstructions } from '../planning/instructions.ts'
import { choosingRequest, chosenNames, chosenSchema } from '../planning/requests.ts'
import { nameLineOf, signatureOf } from '../planning/signatures.ts'
import type { Thinking } from '../thinking/thinking.ts'
import type { AskedModel } from './asked-model.ts'

export interface Offering {
  /** All that was said. */
  readonly said: string
  readonly context: PlanningContext
  readonly asked: AskedModel
  readonly thinking: Pick<Thinking, 'search'>
  /** Tokens. */
  readonly room: number
}

/** @returns lines; a text: why the model could not be asked */
export async function offeredTools(offering: Offering): Promise<readonly string[] | string> {
  const { room, said, asked, context } = offering
  const used = usedTools(context)
  const tools = await orderedTools(offering, used)
  const lines = tools.map(signatureOf)
  if (lines.length > 0 && fitting(lines, room).length === 0) return noneFit(asked)
  if (fitting(lines, room).length === lines.length) return lines
  context.report?.({ message: `${tools.length} tools are more than fit: ${asked.model.name} chooses` })
  const named = fitting(tools.map(nameLineOf), asked.model.contextTokens / 2)
  const text = choosingRequest(said, named)
  const answer = await asked.ask({
    instructions: choosingInstructions,
    messages: [{ role: 'user', text }],
    json: { name: 'tools', schema: chosenSchema },
  })
  if (typeof answer === 'string') return answer
  const chosen = new Set(chosenNames(answer.value))
  const isChosen = (tool: HubTool) => used.has(tool) || chosen.has(offeredName(tool))
  const first = [...used, ...tools.filter(isChosen), ...tools]
  return fitting([...new Set(first)].map(signatureOf), room)
}

function noneFit({ model }: AskedModel): string {
  return `beside the request and the plan no tool fits into half of the ${model.contextTokens} tokens that ${model.name} takes: use a model that takes more, or make the plan smaller`
}

/** Those of the plan that is there. */
function usedTools({ tools, revision }: PlanningContext): ReadonlySet<HubTool> {
  const uses = usesOf(revision?.plan?.steps ?? []).tools
  const isUsed = (tool: HubTool) =>
    uses.some(use => (use.server === tool.server && use.tool === tool.name) || use.tool === offeredName(tool))
  return new Set(tools.filter(isUsed))
}

/** From the first one on, as many as there is room for: one that is too long is left out. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room
  return lines.filter(line => {
    const needed = roughTokens(line) + 1
    const isFitting = needed <= left
    if (isFitting) left -= needed
    return isFitting
  })
}

/** What is used first, then what the words name, then what is connected, then the built-in ones. */
async function orderedTools(
  { said, context, thinking }: Offering,
  used: ReadonlySet<HubTool>,
): Promise<readonly HubTool[]> {
  const { organizationId, signal, tools } = context
  const found = await thinking.search({ organizationId, signal }, tools, said)
  const places = new Set(found)
  for (const [place, { server }] of tools.entries()) if (server !== null) places.add(place)
  for (const place of tools.keys()) places.add(place)
  const shown = [...places].map(place => tools[place]!).filter(tool => isShown(tool, said))
  return [...new Set([...used, ...shown])]
}
