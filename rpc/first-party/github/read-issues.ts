// github__list_issues and github__get_issue
import type { Json } from '../../../domain/json.ts'
import { valueAt } from '../../builtin/field.ts'
import { choice, flag, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, nullableText, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { listPages } from '../rest-pages.ts'
import { github, issueNumber, issueOf, issueSchema, limit, repository, repositoryPath } from './api.ts'

interface ListArguments {
  readonly repository?: string
  readonly state?: 'open' | 'closed' | 'all'
  readonly labels?: readonly string[]
  readonly assignee?: string
  readonly since?: string
  readonly limit?: number
}

const isIssue = (item: Json) => valueAt(item, 'pull_request') === undefined

export const listIssues = firstPartyTool<ListArguments>({
  name: 'list_issues',
  title: 'List GitHub issues',
  description:
    'Lists the issues of a GitHub repository, newest first, by state, labels and assignee. No pull requests.',
  effect: 'read',
  keywords: ['list', 'get', 'find', 'issues', 'github', 'repository', 'bugs', 'open issues'],
  inputSchema: object({
    repository,
    state: choice(
      'State',
      'Which issues',
      { open: ['open'], closed: ['closed'], all: ['all'] },
      { default: 'open', 'x-words': ['state'] },
    ),
    labels: list('Labels', 'Issues that have all of these', {
      items: text('Label', 'Name of a label'),
      maxItems: 20,
      'x-words': ['labels', 'labelled'],
    }),
    assignee: text('Assignee', 'Login; none or * for nobody or anybody', {
      'x-words': ['assigned to', 'assignee'],
    }),
    since: text('Since', 'Updated after this moment, ISO 8601', { 'x-words': ['since'] }),
    limit: limit(),
  }),
  outputSchema: list('Issues', 'Newest first', { items: issueSchema }),
  examples: [
    { prompt: 'List the GitHub issues of "acme/shop"', args: { repository: 'acme/shop' } },
    {
      prompt: 'List the closed GitHub issues in "acme/shop" labelled {{inputs.labels}}',
      args: { repository: 'acme/shop', state: 'closed', labels: ['bug'] },
    },
  ],
  async run(
    { repository: named, state = 'open', labels = [], assignee = null, since = null, limit = 50 },
    context,
  ) {
    const path = `${repositoryPath(named, context)}/issues`
    const query = { state, assignee, since, labels: labels.length === 0 ? null : labels.join(',') }
    const issues = await listPages(github, { method: 'GET', path, query }, { limit, wants: isIssue }, context)
    return issues.map(issue => ({ ...issueOf(issue), body: beginning(textIn(issue, 'body')) }))
  },
})

const comment = object(
  {
    author: nullableText('Author', 'Login'),
    body: nullableText('Body', 'Markdown'),
    createdAt: nullableText('Created', 'ISO 8601'),
  },
  ['author', 'body', 'createdAt'],
)

export const getIssue = firstPartyTool<{ repository?: string; number: number; comments?: boolean }>({
  name: 'get_issue',
  title: 'Get a GitHub issue',
  description: 'Gives an issue or pull request of a GitHub repository, with its comments when asked for.',
  effect: 'read',
  keywords: ['get', 'read', 'show', 'issue', 'github', 'comments'],
  inputSchema: object(
    { repository, number: issueNumber, comments: flag('Comments', 'Also its first 100 comments') },
    ['number'],
  ),
  outputSchema: object(
    { issue: issueSchema, comments: list('Comments', 'Oldest first', { items: comment }) },
    ['issue', 'comments'],
  ),
  examples: [
    { prompt: 'Get the GitHub issue 7 of "acme/shop"', args: { repository: 'acme/shop', number: 7 } },
  ],
  async run({ repository: named, number, comments }, context) {
    const path = `${repositoryPath(named, context)}/issues/${number}`
    const { body: issue } = await callRest(github, { method: 'GET', path }, context)
    const call = { method: 'GET', path: `${path}/comments` } as const
    const found = comments === true ? await listPages(github, call, { limit: 100 }, context) : []
    return { issue: issueOf(issue), comments: found.map(commentOf) }
  },
})

function commentOf(item: Json): Json {
  return {
    author: textIn(item, 'user.login'),
    body: beginning(textIn(item, 'body'), 10_000),
    createdAt: textIn(item, 'created_at'),
  }
}
