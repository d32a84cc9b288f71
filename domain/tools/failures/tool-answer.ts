// What a tool itself answered to a call that failed, as data: an `onError` reads it as `error.tool`. The hub
// bounds it on its way out (rpc/credentials/scrubbed-result.ts), after secrets have been taken out of it.
import { z } from 'zod'
import { type Json, JsonValue } from '../../json.ts'
import { withoutBinaries } from '../content.ts'

export const ToolAnswer = z.object({
  status: z.int().nullable().meta({ description: 'HTTP status; null where the tool answers without one' }),
  content: JsonValue.nullable().meta({
    description: 'What it answered; the beginning of it as a text when it is over 8 kB',
  }),
})
export type ToolAnswer = z.infer<typeof ToolAnswer>

/** Bytes of the content as JSON. */
export const answerBytes = 8_192

export function boundedAnswer({ status, content }: ToolAnswer): ToolAnswer {
  const shown = withoutBinaries(content)
  if (Buffer.byteLength(JSON.stringify(shown)) <= answerBytes) return { status, content: shown }
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return { status, content: beginningOf(text) }
}

/** The longest beginning that fits, of half as many each time: quotes and control characters grow as JSON. */
function beginningOf(text: string): Json {
  for (let length = answerBytes - 2; ; length = Math.floor(length / 2)) {
    const beginning = text.slice(0, length).toWellFormed()
    if (Buffer.byteLength(JSON.stringify(beginning)) <= answerBytes) return beginning
  }
}
