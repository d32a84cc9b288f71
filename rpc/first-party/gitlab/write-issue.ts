// gitlab__create_issue and gitlab__update_issue
import type { Json, JsonObject } from '../../../domain/json.ts'
import { choice, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { callRest } from '../rest-api.ts'
import { gitlab, issueNumber, issueOf, issueSchema, labels, project, projectPath } from './api.ts'

interface Content {
  readonly project?: string
  readonly title?: string
  readonly description?: string
  readonly labels?: readonly string[]
  readonly dueDate?: string
}

const content = {
  title: text('Title', 'Title of the issue', {
    minLength: 1,
    maxLength: 255,
    'x-words': ['titled', 'title', 'called'],
  }),
  description: text('Description', 'Text in Markdown', {
    maxLength: 500_000,
    'x-words': ['saying', 'description', 'with', 'text'],
  }),
  labels,
  dueDate: text('Due date', 'YYYY-MM-DD', { format: 'date', 'x-words': ['due'] }),
}

export const createIssue = firstPartyTool<Content & { title: string }>({
  name: 'create_issue',
  title: 'Create a GitLab issue',
  description:
    'Opens an issue in a GitLab project. GitLab knows no idempotency key: a step that is tried again may open two.',
  effect: 'write',
  keywords: ['create', 'open', 'file', 'report', 'add', 'issue', 'bug', 'ticket', 'gitlab'],
  inputSchema: object({ project, ...content }, ['title']),
  outputSchema: issueSchema,
  examples: [
    {
      prompt: 'Create a GitLab issue in "acme/shop" titled "Checkout fails" saying {{steps.report}}',
      args: {
        project: 'acme/shop',
        title: 'Checkout fails',
        description: 'Since this morning',
        labels: ['bug'],
      },
    },
  ],
  async run(args, context) {
    const path = `${projectPath(args.project, context)}/issues`
    return issueOf((await callRest(gitlab, { method: 'POST', path, body: fieldsOf(args) }, context)).body)
  },
})

interface Update extends Content {
  readonly number: number
  readonly state?: 'opened' | 'closed'
}

export const updateIssue = firstPartyTool<Update>({
  name: 'update_issue',
  title: 'Update a GitLab issue',
  description:
    'Changes title, text, labels or due date of a GitLab issue, and closes or reopens it. What is given replaces what ' +
    'was there; the rest stays. May be tried again safely.',
  effect: 'destructive',
  keywords: ['update', 'change', 'edit', 'close', 'reopen', 'label', 'issue', 'gitlab'],
  inputSchema: object(
    {
      project,
      number: issueNumber,
      ...content,
      state: choice(
        'State',
        'What it shall be',
        { opened: ['open', 'reopen'], closed: ['closed', 'close'] },
        { 'x-words': ['state', 'to'] },
      ),
    },
    ['number'],
  ),
  outputSchema: issueSchema,
  examples: [
    {
      prompt: 'Update the GitLab issue 7 in "acme/shop" to closed',
      args: { project: 'acme/shop', number: 7, state: 'closed' },
    },
  ],
  async run(args, context) {
    const event =
      args.state === undefined ? {} : { state_event: args.state === 'closed' ? 'close' : 'reopen' }
    const body: JsonObject = { ...fieldsOf(args), ...event }
    if (Object.keys(body).length === 0)
      throw invalidArguments('expected something to change: title, state, ...')
    const path = `${projectPath(args.project, context)}/issues/${args.number}`
    return issueOf((await callRest(gitlab, { method: 'PUT', path, body }, context)).body)
  },
})

function fieldsOf({ title, description, labels: named, dueDate }: Content): JsonObject {
  const fields: Record<string, Json> = {}
  if (title !== undefined) fields['title'] = title
  if (description !== undefined) fields['description'] = description
  if (named !== undefined) fields['labels'] = named.join(',')
  if (dueDate !== undefined) fields['due_date'] = dueDate
  return fields
}
