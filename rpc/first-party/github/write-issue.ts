// github__create_issue and github__update_issue
import { choice, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { callRest } from '../rest-api.ts'
import { github, issueNumber, issueOf, issueSchema, repository, repositoryPath } from './api.ts'

interface Content {
  readonly repository?: string
  readonly title?: string
  readonly body?: string
  readonly labels?: readonly string[]
  readonly assignees?: readonly string[]
}

const content = {
  title: text('Title', 'Title of the issue', {
    minLength: 1,
    maxLength: 256,
    'x-words': ['titled', 'title', 'called'],
  }),
  body: text('Body', 'Text in Markdown', {
    maxLength: 65_536,
    'x-words': ['saying', 'body', 'with', 'text'],
  }),
  labels: list('Labels', 'Names of labels', {
    items: text('Label', 'Name of a label'),
    maxItems: 100,
    'x-words': ['labels', 'labelled'],
  }),
  assignees: list('Assignees', 'Logins', {
    items: text('Login', 'Login'),
    maxItems: 10,
    'x-words': ['assigned to', 'assignees'],
  }),
}

export const createIssue = firstPartyTool<Content & { title: string }>({
  name: 'create_issue',
  title: 'Create a GitHub issue',
  description:
    'Opens an issue in a GitHub repository. GitHub knows no idempotency key: a step that is tried again may open two.',
  effect: 'write',
  keywords: ['create', 'open', 'file', 'report', 'add', 'issue', 'bug', 'ticket', 'github'],
  inputSchema: object({ repository, ...content }, ['title']),
  outputSchema: issueSchema,
  examples: [
    {
      prompt: 'Create a GitHub issue in "acme/shop" titled "Checkout fails" saying {{steps.report}}',
      args: { repository: 'acme/shop', title: 'Checkout fails', body: 'Since this morning', labels: ['bug'] },
    },
  ],
  async run({ repository: named, ...issue }, context) {
    const path = `${repositoryPath(named, context)}/issues`
    return issueOf((await callRest(github, { method: 'POST', path, body: issue }, context)).body)
  },
})

interface Update extends Content {
  readonly number: number
  readonly state?: 'open' | 'closed'
  readonly reason?: 'completed' | 'not_planned' | 'reopened'
}

export const updateIssue = firstPartyTool<Update>({
  name: 'update_issue',
  title: 'Update a GitHub issue',
  description:
    'Changes title, text, labels or assignees of a GitHub issue, and closes or reopens it. What is given replaces what ' +
    'was there; the rest stays. May be tried again safely.',
  effect: 'destructive',
  keywords: ['update', 'change', 'edit', 'close', 'reopen', 'label', 'assign', 'issue', 'github'],
  inputSchema: object(
    {
      repository,
      number: issueNumber,
      ...content,
      state: choice(
        'State',
        'What it shall be',
        { open: ['open', 'reopen'], closed: ['closed', 'close'] },
        {
          'x-words': ['state', 'to'],
        },
      ),
      reason: choice('Reason', 'Why it is closed or open', {
        completed: ['completed', 'done'],
        not_planned: ['not planned'],
        reopened: ['reopened'],
      }),
    },
    ['number'],
  ),
  outputSchema: issueSchema,
  examples: [
    {
      prompt: 'Update the GitHub issue 7 in "acme/shop" to closed',
      args: { repository: 'acme/shop', number: 7, state: 'closed', reason: 'completed' },
    },
  ],
  async run({ repository: named, number, reason, ...change }, context) {
    const body = reason === undefined ? change : { ...change, state_reason: reason }
    if (Object.keys(body).length === 0)
      throw invalidArguments('expected something to change: title, body, state, ...')
    const path = `${repositoryPath(named, context)}/issues/${number}`
    return issueOf((await callRest(github, { method: 'PATCH', path, body }, context)).body)
  },
})
