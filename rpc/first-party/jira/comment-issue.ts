// jira__comment_issue
import { object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { idIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { issueKey, jira } from './api.ts'

export const commentIssue = firstPartyTool<{ key: string; body: string }>({
  name: 'comment_issue',
  title: 'Comment on a Jira issue',
  description:
    'Adds a comment to a Jira issue. Jira knows no idempotency key: a step that is tried again may comment twice.',
  effect: 'write',
  keywords: ['comment', 'reply', 'answer', 'respond', 'note', 'issue', 'ticket', 'jira'],
  inputSchema: object(
    {
      key: issueKey,
      body: text('Body', 'Text in Jira markup', {
        minLength: 1,
        maxLength: 32_767,
        'x-words': ['saying', 'body', 'with', 'text'],
      }),
    },
    ['key', 'body'],
  ),
  outputSchema: object({ id: text('Id', 'Id of the comment') }, ['id']),
  examples: [
    { prompt: 'Comment on the Jira issue "SHOP-7" saying "Fixed"', args: { key: 'SHOP-7', body: 'Fixed' } },
  ],
  async run({ key, body }, context) {
    const call = { method: 'POST', path: restPath`/rest/api/2/issue/${key}/comment`, body: { body } } as const
    return { id: idIn((await callRest(jira, call, context)).body, 'id') ?? '' }
  },
})
