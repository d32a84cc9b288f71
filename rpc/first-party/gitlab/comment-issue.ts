// gitlab__comment_issue
import { choice, integer, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { idIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { gitlab, project, projectPath } from './api.ts'

interface Arguments {
  readonly project?: string
  readonly number: number
  readonly body: string
  readonly on?: 'issue' | 'merge_request'
}

export const commentIssue = firstPartyTool<Arguments>({
  name: 'comment_issue',
  title: 'Comment on a GitLab issue',
  description:
    'Adds a comment to an issue or merge request of a GitLab project. ' +
    'GitLab knows no idempotency key: a step that is tried again may comment twice.',
  effect: 'write',
  keywords: ['comment', 'reply', 'answer', 'respond', 'note', 'issue', 'merge request', 'gitlab'],
  inputSchema: object(
    {
      project,
      number: integer('Number', 'Number of the issue or merge request (iid)', {
        minimum: 1,
        'x-words': ['issue', 'number'],
      }),
      body: text('Body', 'Text in Markdown', {
        minLength: 1,
        maxLength: 500_000,
        'x-words': ['saying', 'body', 'with', 'text'],
      }),
      on: choice(
        'On',
        'What the number means',
        { issue: ['issue'], merge_request: ['merge request'] },
        { default: 'issue' },
      ),
    },
    ['number', 'body'],
  ),
  outputSchema: object({ id: text('Id', 'Id of the comment') }, ['id']),
  examples: [
    {
      prompt: 'Comment on the GitLab issue 7 in "acme/shop" saying "Fixed"',
      args: { project: 'acme/shop', number: 7, body: 'Fixed', on: 'issue' },
    },
  ],
  async run({ project: named, number, body, on = 'issue' }, context) {
    const path = `${projectPath(named, context)}/${on}s/${number}/notes`
    const { body: made } = await callRest(gitlab, { method: 'POST', path, body: { body } }, context)
    return { id: idIn(made, 'id') ?? '' }
  },
})
