// GitLab by its REST API (version 4): gitlab.com or your own server.
import { object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { commentIssue } from './comment-issue.ts'
import { getFile } from './get-file.ts'
import { listMergeRequests } from './list-merge-requests.ts'
import { listReleases } from './list-releases.ts'
import { getIssue, listIssues } from './read-issues.ts'
import { runPipeline } from './run-pipeline.ts'
import { createIssue, updateIssue } from './write-issue.ts'

export const gitlabServer: FirstPartyServer = {
  slug: 'gitlab',
  name: 'GitLab',
  description: 'Issues, merge requests, files, releases and pipelines of GitLab projects.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['developer', 'issues'],
  credential: {
    kinds: ['bearer', 'header', 'oauth2'],
    isRequired: false,
    hint:
      'A personal, group or project access token with the scope api, or read_api to read only, as a bearer token. ' +
      'Without one only public projects can be read.',
  },
  settings: object({
    baseUrl: text(
      'Base address',
      'https://HOST/api/v4 of a server of your own; that of gitlab.com by default',
      {
        format: 'uri',
        maxLength: 2_000,
      },
    ),
    project: text('Project', 'Used where a step names none: group/name', { maxLength: 500 }),
  }),
  tools: [
    ...[listIssues, getIssue, createIssue, updateIssue, commentIssue],
    ...[listMergeRequests, getFile, listReleases, runPipeline],
  ],
}
