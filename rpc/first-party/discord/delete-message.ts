// discord__delete_message
import { flag, object } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { restPath } from '../rest-path.ts'
import { callDiscord, messageId, threadId } from './message.ts'

export const deleteMessage = firstPartyTool<{ readonly messageId: string; readonly threadId?: string }>({
  name: 'delete_message',
  title: 'Delete a Discord message',
  description: 'Deletes a message that the Discord webhook posted.',
  effect: 'destructive',
  keywords: ['delete', 'remove', 'retract', 'discord', 'message'],
  inputSchema: object({ messageId, threadId }, ['messageId']),
  outputSchema: object({ deleted: flag('Deleted', 'The message is gone') }, ['deleted']),
  examples: [{ prompt: 'Delete the Discord message {{steps.sent.id}}', args: { messageId: '1234567890' } }],
  async run({ messageId: id, threadId: thread_id = null }, context) {
    await callDiscord({ method: 'DELETE', path: restPath`/messages/${id}`, query: { thread_id } }, context)
    return { deleted: true }
  },
})
