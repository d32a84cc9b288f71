// Jira by its REST API (version 2): Jira Cloud, or your own Data Center server.
import { choice, object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { commentIssue } from './comment-issue.ts'
import { createIssue } from './create-issue.ts'
import { getIssue } from './get-issue.ts'
import { searchIssues } from './search-issues.ts'
import { transitionIssue } from './transition-issue.ts'
import { updateIssue } from './update-issue.ts'

export const jiraServer: FirstPartyServer = {
  slug: 'jira',
  name: 'Jira',
  description: 'Searches, creates, changes, comments on and moves the issues of Jira projects.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['issues', 'project management'],
  credential: {
    kinds: ['basic', 'bearer', 'oauth2'],
    isRequired: true,
    hint:
      'Cloud: basic with your e-mail address and an API token (id.atlassian.com > Security > API tokens). ' +
      'Data Center: a personal access token as a bearer token.',
  },
  settings: object(
    {
      baseUrl: text('Base address', 'https://example.atlassian.net, or the address of a server of your own', {
        format: 'uri',
        maxLength: 2_000,
      }),
      deployment: choice(
        'Deployment',
        'Which Jira it is',
        { cloud: [], 'data-center': [] },
        { default: 'cloud' },
      ),
      project: text('Project', 'Key of the project that new issues go to unless a step names one', {
        maxLength: 50,
      }),
    },
    ['baseUrl'],
  ),
  tools: [searchIssues, getIssue, createIssue, updateIssue, commentIssue, transitionIssue],
}
