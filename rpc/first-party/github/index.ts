// GitHub by its REST API (version 2022-11-28), also on an Enterprise server.
import { object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { commentIssue } from './comment-issue.ts'
import { getFile } from './get-file.ts'
import { listPullRequests } from './list-pull-requests.ts'
import { listReleases } from './list-releases.ts'
import { getIssue, listIssues } from './read-issues.ts'
import { runWorkflow } from './run-workflow.ts'
import { search } from './search.ts'
import { createIssue, updateIssue } from './write-issue.ts'

export const githubServer: FirstPartyServer = {
  slug: 'github',
  name: 'GitHub',
  description: 'Issues, pull requests, files, releases, workflow runs and search of GitHub repositories.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['developer', 'issues'],
  credential: {
    kinds: ['bearer'],
    isRequired: false,
    hint:
      'A fine-grained personal access token (GitHub > Settings > Developer settings) for the repositories, with ' +
      'Issues, Pull requests, Contents and Actions as far as they are used. Without one only public repositories can ' +
      'be read, 60 times an hour.',
  },
  settings: object({
    baseUrl: text(
      'Base address',
      'https://HOST/api/v3 of an Enterprise server; https://api.github.com by default',
      {
        format: 'uri',
        maxLength: 2_000,
      },
    ),
    repository: text('Repository', 'Used where a step names none: owner/name', { maxLength: 201 }),
  }),
  tools: [
    ...[listIssues, getIssue, createIssue, updateIssue, commentIssue],
    ...[listPullRequests, getFile, listReleases, runWorkflow, search],
  ],
}
