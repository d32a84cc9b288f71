// slack__send_blocks: a message of Slack's own layout blocks, for example from the Block Kit Builder.
import type { JsonObject } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { type MessageOptions, maxText, messageSchema, post, sent } from './message.ts'

interface Arguments extends MessageOptions {
  readonly blocks: readonly JsonObject[]
  readonly text: string
}

const block = {
  type: 'object',
  title: 'Block',
  description: 'A layout block with its type',
  properties: { type: text('Type', 'section, divider, header, image, context, actions, ...') },
  required: ['type'],
}

export const sendBlocks = firstPartyTool<Arguments>({
  name: 'send_blocks',
  title: 'Send a Slack message of blocks',
  description:
    'Posts a message made of Block Kit layout blocks to the Slack channel of the webhook. The blocks are sent as they ' +
    'are, mentions included. Slack knows no idempotency key: a step that is tried again may post twice.',
  effect: 'write',
  keywords: ['send blocks', 'post blocks', 'block kit', 'layout', 'slack', 'rich message'],
  inputSchema: object(
    {
      blocks: list('Blocks', 'Layout blocks, at most 50', {
        items: block,
        minItems: 1,
        maxItems: 50,
        'x-words': ['blocks'],
      }),
      text: text('Text', 'What notifications show', {
        minLength: 1,
        maxLength: maxText,
        'x-words': ['text', 'saying'],
      }),
      ...messageSchema,
    },
    ['blocks', 'text'],
  ),
  outputSchema: sent,
  examples: [
    {
      prompt: 'Send Slack blocks {{steps.layout}} with text "Report"',
      args: { blocks: [{ type: 'divider' }], text: 'Report' },
    },
  ],
  run: ({ blocks, text: shown, ...options }, context) => post({ text: shown, blocks }, options, context),
})
