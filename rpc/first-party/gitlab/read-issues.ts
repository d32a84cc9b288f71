// gitlab__list_issues and gitlab__get_issue
import type { Json } from '../../../domain/json.ts'
import { choice, flag, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, flagIn, nullableText, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { listPages } from '../rest-pages.ts'
import { gitlab, issueNumber, issueOf, issueSchema, labels, limit, project, projectPath } from './api.ts'

interface ListArguments {
  readonly project?: string
  readonly state?: 'opened' | 'closed' | 'all'
  readonly labels?: readonly string[]
  readonly assignee?: string
  readonly search?: string
  readonly since?: string
  readonly limit?: number
}

export const listIssues = firstPartyTool<ListArguments>({
  name: 'list_issues',
  title: 'List GitLab issues',
  description: 'Lists the issues of a GitLab project, newest first, by state, labels, assignee and words.',
  effect: 'read',
  keywords: ['list', 'get', 'find', 'search', 'issues', 'gitlab', 'project', 'bugs', 'open issues'],
  inputSchema: object({
    project,
    state: choice(
      'State',
      'Which issues',
      { opened: ['open', 'opened'], closed: ['closed'], all: ['all'] },
      { default: 'opened', 'x-words': ['state'] },
    ),
    labels,
    assignee: text('Assignee', 'User name', { maxLength: 255, 'x-words': ['assigned to', 'assignee'] }),
    search: text('Search', 'Words in title or description', {
      maxLength: 500,
      'x-words': ['about', 'search'],
    }),
    since: text('Since', 'Updated after this moment, ISO 8601', { 'x-words': ['since'] }),
    limit,
  }),
  outputSchema: list('Issues', 'Newest first', { items: issueSchema }),
  examples: [
    { prompt: 'List the GitLab issues of "acme/shop"', args: { project: 'acme/shop' } },
    {
      prompt: 'List the closed GitLab issues in "acme/shop" labelled {{inputs.labels}}',
      args: { project: 'acme/shop', state: 'closed', labels: ['bug'] },
    },
  ],
  async run(args, context) {
    const { state = 'opened', labels: wanted = [], assignee, search = null, since = null, limit = 50 } = args
    const query = {
      state: state === 'all' ? null : state,
      labels: wanted.length === 0 ? null : wanted.join(','),
      assignee_username: assignee ?? null,
      search,
      updated_after: since,
    }
    const path = `${projectPath(args.project, context)}/issues`
    const issues = await listPages(gitlab, { method: 'GET', path, query }, { limit }, context)
    return issues.map(issue => ({ ...issueOf(issue), description: beginning(textIn(issue, 'description')) }))
  },
})

const comment = object(
  {
    author: nullableText('Author', 'User name'),
    body: nullableText('Body', 'Markdown'),
    createdAt: nullableText('Created', 'ISO 8601'),
  },
  ['author', 'body', 'createdAt'],
)

export const getIssue = firstPartyTool<{ project?: string; number: number; comments?: boolean }>({
  name: 'get_issue',
  title: 'Get a GitLab issue',
  description: 'Gives an issue of a GitLab project, with its comments when asked for.',
  effect: 'read',
  keywords: ['get', 'read', 'show', 'issue', 'gitlab', 'comments'],
  inputSchema: object(
    { project, number: issueNumber, comments: flag('Comments', 'Also its first 100 comments') },
    ['number'],
  ),
  outputSchema: object(
    { issue: issueSchema, comments: list('Comments', 'Oldest first', { items: comment }) },
    ['issue', 'comments'],
  ),
  examples: [{ prompt: 'Get the GitLab issue 7 of "acme/shop"', args: { project: 'acme/shop', number: 7 } }],
  async run({ project: named, number, comments }, context) {
    const path = `${projectPath(named, context)}/issues/${number}`
    const { body: issue } = await callRest(gitlab, { method: 'GET', path }, context)
    const call = { method: 'GET', path: `${path}/notes`, query: { sort: 'asc' } } as const
    // Notes of the system ("changed the title") are not comments.
    const wants = (note: Json) => !flagIn(note, 'system')
    const found = comments === true ? await listPages(gitlab, call, { limit: 100, wants }, context) : []
    return { issue: issueOf(issue), comments: found.map(commentOf) }
  },
})

function commentOf(note: Json): Json {
  return {
    author: textIn(note, 'author.username'),
    body: beginning(textIn(note, 'body'), 10_000),
    createdAt: textIn(note, 'created_at'),
  }
}
