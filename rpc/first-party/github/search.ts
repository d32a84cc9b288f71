// github__search
import type { Json } from '../../../domain/json.ts'
import { choice, integer, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, nullableText, numberIn, textIn } from '../foreign.ts'
import { listPages } from '../rest-pages.ts'
import { github, limit } from './api.ts'

type Kind = 'issues' | 'repositories' | 'code'

const found = object(
  {
    title: text('Title', 'Title of an issue, name of a repository, path of a file'),
    url: text('Address', 'Address of its page'),
    repository: nullableText('Repository', 'owner/name'),
    number: { ...integer('Number', 'Number of an issue'), type: ['integer', 'null'] },
    state: nullableText('State', 'State of an issue'),
    text: nullableText('Text', 'Beginning of an issue, description of a repository'),
    updatedAt: nullableText('Updated', 'ISO 8601'),
  },
  ['title', 'url', 'repository', 'number', 'state', 'text', 'updatedAt'],
)

export const search = firstPartyTool<{ query: string; kind?: Kind; limit?: number }>({
  name: 'search',
  title: 'Search GitHub',
  description:
    'Searches GitHub for issues and pull requests, repositories or code in its search syntax, such as ' +
    'repo:acme/shop is:open label:bug.',
  effect: 'read',
  keywords: ['search', 'find', 'query', 'look for', 'github', 'code', 'repositories'],
  inputSchema: object(
    {
      query: text('Query', 'In the search syntax of GitHub', {
        minLength: 1,
        maxLength: 256,
        'x-words': ['for', 'query'],
      }),
      kind: choice(
        'Kind',
        'What to look for',
        {
          issues: ['issues', 'pull requests'],
          repositories: ['repositories', 'repos', 'projects'],
          code: ['code', 'files'],
        },
        { default: 'issues' },
      ),
      limit: limit(),
    },
    ['query'],
  ),
  outputSchema: list('Results', 'Best first', { items: found }),
  examples: [
    {
      prompt: 'Search GitHub for "repo:acme/shop is:open label:bug"',
      args: { query: 'repo:acme/shop is:open label:bug' },
    },
  ],
  async run({ query: q, kind = 'issues', limit = 50 }, context) {
    const call = { method: 'GET', path: `/search/${kind}`, query: { q } } as const
    return (await listPages(github, call, { at: 'items', limit }, context)).map(item => resultOf(item, kind))
  },
})

function resultOf(item: Json, kind: Kind): Json {
  const url = textIn(item, 'html_url') ?? ''
  const isIssue = kind === 'issues'
  return {
    title: textIn(item, isIssue ? 'title' : kind === 'code' ? 'path' : 'full_name') ?? '',
    url,
    repository: repositoryOf(item, kind),
    number: isIssue ? numberIn(item, 'number') : null,
    state: isIssue ? textIn(item, 'state') : null,
    text: beginning(textIn(item, isIssue ? 'body' : 'description'), 1_000),
    updatedAt: textIn(item, 'updated_at'),
  }
}

function repositoryOf(item: Json, kind: Kind): string | null {
  if (kind === 'repositories') return textIn(item, 'full_name')
  if (kind === 'code') return textIn(item, 'repository.full_name')
  // Issues name the repository by its API URL: .../repos/acme/shop
  return /\/repos\/([^/]+\/[^/]+)$/.exec(textIn(item, 'repository_url') ?? '')?.[1] ?? null
}
