// github__comment_issue
import { object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { idIn, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { github, issueNumber, repository, repositoryPath } from './api.ts'

export const commentIssue = firstPartyTool<{ repository?: string; number: number; body: string }>({
  name: 'comment_issue',
  title: 'Comment on a GitHub issue',
  description:
    'Adds a comment to an issue or pull request of a GitHub repository. ' +
    'GitHub knows no idempotency key: a step that is tried again may comment twice.',
  effect: 'write',
  keywords: ['comment', 'reply', 'answer', 'respond', 'note', 'issue', 'pull request', 'github'],
  inputSchema: object(
    {
      repository,
      number: issueNumber,
      body: text('Body', 'Text in Markdown', {
        minLength: 1,
        maxLength: 65_536,
        'x-words': ['saying', 'body', 'with', 'text'],
      }),
    },
    ['number', 'body'],
  ),
  outputSchema: object({ id: text('Id', 'Id of the comment'), url: text('Address', 'Its address') }, [
    'id',
    'url',
  ]),
  examples: [
    {
      prompt: 'Comment on the GitHub issue 7 in "acme/shop" saying "Fixed"',
      args: { repository: 'acme/shop', number: 7, body: 'Fixed' },
    },
  ],
  async run({ repository: named, number, body }, context) {
    const path = `${repositoryPath(named, context)}/issues/${number}/comments`
    const { body: made } = await callRest(github, { method: 'POST', path, body: { body } }, context)
    return { id: idIn(made, 'id') ?? '', url: textIn(made, 'html_url') ?? '' }
  },
})
