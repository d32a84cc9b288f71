// discord__send_message
import { object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import {
  callDiscord,
  contentOf,
  type MessageArguments,
  messageSchema,
  sent,
  storedMessageOf,
  threadId,
} from './message.ts'

interface Arguments extends MessageArguments {
  readonly username?: string
  readonly threadId?: string
}

export const sendMessage = firstPartyTool<Arguments>({
  name: 'send_message',
  title: 'Send a Discord message',
  description:
    'Posts a message to the Discord channel of the webhook, with a title and named fields when they are given. ' +
    'Discord webhooks know no idempotency key: a step that is tried again may post twice.',
  effect: 'write',
  keywords: ['send', 'post', 'notify', 'tell', 'alert', 'message', 'discord', 'channel', 'chat'],
  inputSchema: object(
    {
      ...messageSchema,
      username: text('Username', 'Name that the message is shown under', {
        maxLength: 80,
        'x-words': ['as'],
      }),
      threadId,
    },
    ['text'],
  ),
  outputSchema: sent,
  examples: [
    { prompt: 'Send a Discord message saying "Deployed"', args: { text: 'Deployed' } },
    {
      prompt: 'Post {{steps.summary}} to Discord with title "Daily report"',
      args: { text: '12 orders', title: 'Daily report', fields: { Total: '1200' } },
    },
  ],
  async run({ username, threadId: thread_id = null, ...message }, context) {
    const body = { ...contentOf(message), ...(username === undefined ? {} : { username }) }
    // With `wait` Discord answers once the message is stored, and returns it.
    return storedMessageOf(
      await callDiscord({ method: 'POST', query: { wait: true, thread_id }, body }, context),
    )
  },
})
