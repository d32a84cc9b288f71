// What those who ask a language model with tools share: the agent steps of executions (execution/asking.ts)
// and the assistant of chats (chat/model/).
import type { Json, JsonSchema } from '../domain/json.ts'
import type { LanguageModel, ModelRequest, ModelTool } from '../domain/models/language-model.ts'
import { withTypes } from '../domain/schema/typed.ts'
import { withoutBinaries } from '../domain/tools/content.ts'
import type { Outside } from '../runtime/actor.ts'

/** Further tries while the model is busy. */
const busyTries = 5
/** Characters of one result, and of one text of the model, that the model gets to see again. */
const shownLength = 16_000

/** Models of an organization, and their providers, may be busy for a while. */
export async function untilTaken(
  model: LanguageModel,
  { signal, pause }: Pick<Outside, 'signal' | 'pause'>,
  request: ModelRequest,
) {
  for (let left = busyTries; ; left--) {
    const result = await model.ask(request)
    if (result.ok || !isBusy(result.error) || left === 0 || signal.aborted) return result
    await pause(Math.min(result.error.retryAfterMs ?? 5_000, 60_000))
  }
}

/** Also when its key cannot be read at the moment. */
function isBusy({ code, retryable }: { readonly code: string; readonly retryable: boolean }): boolean {
  return code === 'rate-limited' || (code === 'unauthenticated' && retryable)
}

/** By offered name. Providers take letters, digits, `_` and `-`, 64 at most. */
export function wireTools(
  tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: JsonSchema }[],
): ReadonlyMap<string, ModelTool> {
  return new Map(
    tools.map(({ name: offered, description, inputSchema }, index) => {
      const name = /^[\w-]{1,64}$/.test(offered) ? offered : `tool_${index}`
      return [
        offered,
        { name, description: description.slice(0, 2_000), inputSchema: withTypes(inputSchema) },
      ]
    }),
  )
}

export function resultForModel(id: string, tool: string, output: Json) {
  const isError = typeof output === 'object' && output !== null && 'error' in output
  const shown = withoutBinaries(output)
  const text = JSON.stringify(shown)
  return { id, tool, output: text.length > shownLength ? cutForModel(text) : shown, isError }
}

export function cutForModel(text: string): string {
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()} (cut short here)`
}
