// The tools that a model is shown when it writes a plan, one line each: all of them where they fit into the
// room that there is. Else it reads their names first, in a round of its own, and asks for those that it may
// need; what room is left goes to those that the words of the request find.
import { roughTokens } from '../../domain/models/language-model.ts'
import type { PlanningContext } from '../../domain/plan/planning.ts'
import { isShown } from '../../domain/planning/expressed-tools.ts'
import { choosingInstructions } from '../../domain/planning/instructions.ts'
import { choosingRequest, chosenNames, chosenSchema } from '../../domain/planning/requests.ts'
import { nameLineOf, signatureOf } from '../../domain/planning/signatures.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'
import type { Thinking } from '../thinking/thinking.ts'
import type { AskedModel } from './asked-model.ts'

export interface Offering {
  readonly request: string
  readonly context: PlanningContext
  readonly asked: AskedModel
  readonly thinking: Pick<Thinking, 'search'>
  /** Tokens. */
  readonly room: number
}

/** @returns lines; a text: why the model could not be asked */
export async function offeredTools(offering: Offering): Promise<readonly string[] | string> {
  const { room, request, asked, context } = offering
  const tools = await orderedTools(offering)
  const lines = tools.map(signatureOf)
  if (fitting(lines, room).length === lines.length) return lines
  context.report?.({ message: `${tools.length} tools are more than fit: ${asked.model.name} chooses` })
  const named = fitting(tools.map(nameLineOf), asked.model.contextTokens / 2)
  const text = choosingRequest(request, named)
  const answer = await asked.ask({
    instructions: choosingInstructions,
    messages: [{ role: 'user', text }],
    json: { name: 'tools', schema: chosenSchema },
  })
  if (typeof answer === 'string') return answer
  const chosen = new Set(chosenNames(answer.value))
  const isChosen = (tool: HubTool) => chosen.has(offeredName(tool))
  const first = [...tools.filter(isChosen), ...tools.filter(tool => !isChosen(tool))]
  return fitting(first.map(signatureOf), room)
}

/** From the first one on, as many as there is room for. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let used = 0
  return lines.filter(line => (used += roughTokens(line) + 1) <= room)
}

/** What the request names first, then what is connected, then the built-in ones. */
async function orderedTools({ request, context, thinking }: Offering): Promise<readonly HubTool[]> {
  const { organizationId, signal, tools } = context
  const found = await thinking.search({ organizationId, signal }, tools, request)
  const places = new Set(found)
  for (const [place, { server }] of tools.entries()) if (server !== null) places.add(place)
  for (const place of tools.keys()) places.add(place)
  return [...places].map(place => tools[place]!).filter(tool => isShown(tool, request))
}
