// Wraps an adaptive card in the envelope that Teams expects, and posts it.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { flag, object } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { type ChatService, callWebhook, webhookFailure } from '../chat-webhook.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

const teams: ChatService = { name: 'Microsoft Teams', baseUrl: null }

/** Teams refuses larger messages. */
const maxBytes = 28 * 1024

export const sent = object({ sent: flag('Sent', 'Teams took the message') }, ['sent'])

/**
 * @throws {ToolFailure} `too-large`, and those of a webhook
 * @throws {OutboundError}
 */
export async function postCard(card: JsonObject, context: FirstPartyContext): Promise<Json> {
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  }
  const body = { type: 'message', attachments: [attachment] }
  const sizeBytes = Buffer.byteLength(JSON.stringify(body))
  if (sizeBytes > maxBytes) {
    throw new ToolFailure(
      'too-large',
      `the message has ${sizeBytes} bytes, Microsoft Teams takes ${maxBytes}`,
    )
  }
  const response = await callWebhook(teams, { method: 'POST', body }, context)
  // A connector answers 200 and reports a refusal in the text.
  const said = response.body.toString('utf8', 0, 500)
  const refused = /delivery failed with error: .*?HTTP error (\d{3})/i.exec(said)
  if (refused !== null) throw webhookFailure(teams, response, Number(refused[1]))
  return { sent: true }
}
