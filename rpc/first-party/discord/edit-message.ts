// discord__edit_message
import { object } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { restPath } from '../rest-path.ts'
import {
  callDiscord,
  contentOf,
  type MessageArguments,
  messageId,
  messageSchema,
  sent,
  storedMessageOf,
  threadId,
} from './message.ts'

interface Arguments extends MessageArguments {
  readonly messageId: string
  readonly threadId?: string
}

export const editMessage = firstPartyTool<Arguments>({
  name: 'edit_message',
  title: 'Edit a Discord message',
  description:
    'Replaces the text and embeds of a message that the Discord webhook posted. May be tried again safely.',
  effect: 'destructive',
  keywords: ['edit', 'change', 'update', 'discord', 'message'],
  inputSchema: object({ messageId, ...messageSchema, threadId }, ['messageId']),
  outputSchema: sent,
  examples: [
    {
      prompt: 'Edit the Discord message {{steps.sent.id}} saying "Done"',
      args: { messageId: '1234567890', text: 'Done' },
    },
  ],
  async run({ messageId: id, threadId: thread_id = null, ...message }, context) {
    const path = restPath`/messages/${id}`
    const call = { method: 'PATCH', path, query: { thread_id }, body: contentOf(message) } as const
    return storedMessageOf(await callDiscord(call, context))
  },
})
