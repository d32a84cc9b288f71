// github__list_pull_requests
import type { Json } from '../../../domain/json.ts'
import { choice, flag, integer, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, flagIn, nullableText, numberIn, textIn, textsIn } from '../foreign.ts'
import { listPages } from '../rest-pages.ts'
import { github, limit, repository, repositoryPath } from './api.ts'

interface Arguments {
  readonly repository?: string
  readonly state?: 'open' | 'closed' | 'all'
  readonly base?: string
  readonly limit?: number
}

const pullRequest = object(
  {
    number: integer('Number', 'Number in its repository'),
    title: text('Title', 'Title'),
    state: text('State', 'open or closed'),
    url: text('Address', 'Address of its page'),
    author: nullableText('Author', 'Login'),
    isDraft: flag('Draft', 'Not ready for review'),
    head: nullableText('Head', 'Branch that is to be merged'),
    base: nullableText('Base', 'Branch that it is to be merged into'),
    labels: list('Labels', 'Names', { items: text('Label', 'Label') }),
    reviewers: list('Reviewers', 'Logins of requested reviewers', { items: text('Login', 'Login') }),
    body: nullableText('Body', 'Beginning of its text in Markdown'),
    createdAt: nullableText('Created', 'ISO 8601'),
    updatedAt: nullableText('Updated', 'ISO 8601'),
    mergedAt: nullableText('Merged', 'ISO 8601'),
  },
  [
    'number',
    'title',
    'state',
    'url',
    'author',
    'isDraft',
    'head',
    'base',
    'labels',
    'reviewers',
    'createdAt',
  ],
)

export const listPullRequests = firstPartyTool<Arguments>({
  name: 'list_pull_requests',
  title: 'List GitHub pull requests',
  description: 'Lists the pull requests of a GitHub repository, newest first, by state and base branch.',
  effect: 'read',
  keywords: ['list', 'get', 'find', 'pull requests', 'prs', 'reviews', 'merge', 'github'],
  inputSchema: object({
    repository,
    state: choice(
      'State',
      'Which pull requests',
      { open: ['open'], closed: ['closed', 'merged'], all: ['all'] },
      { default: 'open', 'x-words': ['state'] },
    ),
    base: text('Base', 'Branch that they are to be merged into', {
      maxLength: 255,
      'x-words': ['into', 'base'],
    }),
    limit: limit(),
  }),
  outputSchema: list('Pull requests', 'Newest first', { items: pullRequest }),
  examples: [
    {
      prompt: 'List the open GitHub pull requests of "acme/shop"',
      args: { repository: 'acme/shop', state: 'open' },
    },
  ],
  async run({ repository: named, state = 'open', base = null, limit = 50 }, context) {
    const path = `${repositoryPath(named, context)}/pulls`
    const found = await listPages(github, { method: 'GET', path, query: { state, base } }, { limit }, context)
    return found.map(pullRequestOf)
  },
})

function pullRequestOf(pull: Json): Json {
  return {
    number: numberIn(pull, 'number') ?? 0,
    title: textIn(pull, 'title') ?? '',
    state: textIn(pull, 'state') ?? '',
    url: textIn(pull, 'html_url') ?? '',
    author: textIn(pull, 'user.login'),
    isDraft: flagIn(pull, 'draft'),
    head: textIn(pull, 'head.ref'),
    base: textIn(pull, 'base.ref'),
    labels: textsIn(pull, 'labels', 'name'),
    reviewers: textsIn(pull, 'requested_reviewers', 'login'),
    body: beginning(textIn(pull, 'body')),
    createdAt: textIn(pull, 'created_at'),
    updatedAt: textIn(pull, 'updated_at'),
    mergedAt: textIn(pull, 'merged_at'),
  }
}
