// jira__get_issue
import type { Json } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, listIn, nullableText, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { issueFields, issueKey, issueOf, issueSchema, jira } from './api.ts'

const comment = object(
  {
    author: nullableText('Author', 'Display name'),
    body: nullableText('Body', 'Text in Jira markup'),
    createdAt: nullableText('Created', 'ISO 8601'),
  },
  ['author', 'body', 'createdAt'],
)
const transition = object(
  {
    id: text('Id', 'Id'),
    name: text('Name', 'What moves the issue'),
    to: nullableText('To', 'Status that it leads to'),
  },
  ['id', 'name', 'to'],
)

export const getIssue = firstPartyTool<{ key: string }>({
  name: 'get_issue',
  title: 'Get a Jira issue',
  description: 'Gives a Jira issue with its comments and the transitions that it can take now.',
  effect: 'read',
  keywords: ['get', 'read', 'show', 'issue', 'ticket', 'jira', 'comments', 'transitions'],
  inputSchema: object({ key: issueKey }, ['key']),
  outputSchema: object(
    {
      issue: issueSchema,
      comments: list('Comments', 'The latest 50, oldest first', { items: comment }),
      transitions: list('Transitions', 'What transition_issue can do', { items: transition }),
    },
    ['issue', 'comments', 'transitions'],
  ),
  examples: [{ prompt: 'Get the Jira issue "SHOP-7"', args: { key: 'SHOP-7' } }],
  async run({ key }, context) {
    const path = restPath`/rest/api/2/issue/${key}`
    const query = { fields: `${issueFields},comment`, expand: 'transitions' }
    const { body } = await callRest(jira, { method: 'GET', path, query }, context)
    return {
      issue: issueOf(body, context),
      comments: listIn(body, 'fields.comment.comments').slice(-50).map(commentOf),
      transitions: listIn(body, 'transitions').map(item => ({
        id: textIn(item, 'id') ?? '',
        name: textIn(item, 'name') ?? '',
        to: textIn(item, 'to.name'),
      })),
    }
  },
})

function commentOf(item: Json): Json {
  return {
    author: textIn(item, 'author.displayName'),
    body: beginning(textIn(item, 'body'), 10_000),
    createdAt: textIn(item, 'created'),
  }
}
