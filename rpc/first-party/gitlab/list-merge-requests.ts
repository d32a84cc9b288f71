// gitlab__list_merge_requests
import type { Json } from '../../../domain/json.ts'
import { choice, flag, integer, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, flagIn, nullableText, numberIn, textIn, textsIn } from '../foreign.ts'
import { listPages } from '../rest-pages.ts'
import { gitlab, labels, limit, project, projectPath } from './api.ts'

interface Arguments {
  readonly project?: string
  readonly state?: 'opened' | 'closed' | 'merged' | 'all'
  readonly target?: string
  readonly labels?: readonly string[]
  readonly limit?: number
}

const mergeRequest = object(
  {
    number: integer('Number', 'Number in its project (iid)'),
    title: text('Title', 'Title'),
    state: text('State', 'opened, closed, locked or merged'),
    url: text('Address', 'Address of its page'),
    author: nullableText('Author', 'User name'),
    isDraft: flag('Draft', 'Not ready for review'),
    source: nullableText('Source', 'Branch that is to be merged'),
    target: nullableText('Target', 'Branch that it is to be merged into'),
    labels: list('Labels', 'Names', { items: text('Label', 'Label') }),
    reviewers: list('Reviewers', 'User names', { items: text('Name', 'User name') }),
    description: nullableText('Description', 'Beginning of its text in Markdown'),
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
    'source',
    'target',
    'labels',
    'reviewers',
    'createdAt',
  ],
)

export const listMergeRequests = firstPartyTool<Arguments>({
  name: 'list_merge_requests',
  title: 'List GitLab merge requests',
  description:
    'Lists the merge requests of a GitLab project, newest first, by state, target branch and labels.',
  effect: 'read',
  keywords: ['list', 'get', 'find', 'merge requests', 'mrs', 'reviews', 'merge', 'gitlab'],
  inputSchema: object({
    project,
    state: choice(
      'State',
      'Which merge requests',
      { opened: ['open', 'opened'], closed: ['closed'], merged: ['merged'], all: ['all'] },
      { default: 'opened', 'x-words': ['state'] },
    ),
    target: text('Target', 'Branch that they are to be merged into', {
      maxLength: 255,
      'x-words': ['into', 'target'],
    }),
    labels,
    limit,
  }),
  outputSchema: list('Merge requests', 'Newest first', { items: mergeRequest }),
  examples: [
    {
      prompt: 'List the merged GitLab merge requests of "acme/shop"',
      args: { project: 'acme/shop', state: 'merged' },
    },
  ],
  async run({ project: named, state = 'opened', target = null, labels: wanted = [], limit = 50 }, context) {
    const path = `${projectPath(named, context)}/merge_requests`
    const query = { state, target_branch: target, labels: wanted.length === 0 ? null : wanted.join(',') }
    return (await listPages(gitlab, { method: 'GET', path, query }, { limit }, context)).map(mergeRequestOf)
  },
})

function mergeRequestOf(item: Json): Json {
  return {
    number: numberIn(item, 'iid') ?? 0,
    title: textIn(item, 'title') ?? '',
    state: textIn(item, 'state') ?? '',
    url: textIn(item, 'web_url') ?? '',
    author: textIn(item, 'author.username'),
    isDraft: flagIn(item, 'draft'),
    source: textIn(item, 'source_branch'),
    target: textIn(item, 'target_branch'),
    labels: textsIn(item, 'labels', ''),
    reviewers: textsIn(item, 'reviewers', 'username'),
    description: beginning(textIn(item, 'description')),
    createdAt: textIn(item, 'created_at'),
    updatedAt: textIn(item, 'updated_at'),
    mergedAt: textIn(item, 'merged_at'),
  }
}
