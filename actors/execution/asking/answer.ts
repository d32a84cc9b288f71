// What asking the model of an agent step (asking.ts) and of an ask step (question.ts) have in common: what is
// said again at each turn, and what becomes of the model's answer.
import type {
  LanguageModel,
  ModelMessage,
  ModelResult,
  ModelTool,
} from '../../../domain/models/language-model.ts'
import type { Models } from '../../../rpc/models/models.ts'
import type { Outside } from '../../../runtime/actor.ts'
import type { ModelAnswerStore } from '../../../storage/models/model-answers.ts'
import type { ModelCall, ModelCallParts } from '../../model-calls/model-calls.ts'
import { cutForModel, resultForModel } from '../../model-tools.ts'
import type { AgentAnswer, AgentTurn, AskModelEffect } from '../protocol.ts'

export interface AskingParts extends ModelCallParts {
  readonly models: Pick<Models, 'open'>
  /** Answers that ask steps take again. Default: none are kept. */
  readonly answers?: ModelAnswerStore
}

/** Of one answer, with the attempts that it takes. */
export const answerMs = 180_000

export type Asking = Pick<Outside, 'signal' | 'pause'>

/** An effect with the model that it asks. */
export type AskedModel = Omit<AskModelEffect, 'model'> & {
  readonly address: string
  readonly model: LanguageModel
}

/** @param tools that the model got, by offered name */
export async function answerOf(
  { noteRefusal }: Pick<AskingParts, 'noteRefusal'>,
  { organizationId, tools: allowed, address }: AskedModel,
  result: ModelResult,
  tools: ReadonlyMap<string, ModelTool>,
): Promise<AgentAnswer> {
  if (!result.ok) {
    const { code, message, retryable } = result.error
    return { ok: false, error: { code: `model-${code}`, message, retryable } }
  }
  const { text, value, calls, cu = 0, tokens } = result.answer
  const offered = new Map([...tools].map(([from, { name: wire }]) => [wire, from]))
  const asked = calls.map(({ id, tool, args }) => ({ id, tool: offered.get(tool) ?? tool, args }))
  // The behavior refuses them (steps/agent.ts): such a name reaches no call, no meter and no timeline.
  for (const { tool } of asked.filter(({ tool }) => !allowed.includes(tool)))
    await noteRefusal({ organizationId, origin: originOf(address), name: tool, code: 'tool-not-allowed' })
  return { ok: true, text, value, calls: asked, cu, tokens: tokens.input + tokens.output }
}

export function originOf(address: string): ModelCall['origin'] {
  return { type: 'execution', id: address, userId: null, keyId: null }
}

/** What was said so far, and what came of it. */
export function messagesOf(
  { turns, results }: Pick<AskModelEffect, 'turns' | 'results'>,
  tools: ReadonlyMap<string, ModelTool>,
): readonly ModelMessage[] {
  let next = 0
  return turns.flatMap(({ text, calls, defect }: AgentTurn): ModelMessage[] => {
    const asked = calls.map(call => ({ ...call, tool: tools.get(call.tool)?.name ?? call.tool }))
    const said: ModelMessage = { role: 'assistant', text: cutForModel(text), calls: asked }
    if (defect !== null) return [said, { role: 'user', text: `${defect}. Answer again, as the schema says.` }]
    const outputs = results.slice(next, (next += calls.length))
    const told = asked.map(({ id, tool }, index) => resultForModel(id, tool, outputs[index] ?? null))
    return [said, { role: 'tool', results: told }]
  })
}
