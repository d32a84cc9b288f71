// jira__create_issue
import { object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { idIn, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { issueKey, jira, pageOf } from './api.ts'
import { fieldSchemas, type IssueFields, jiraFields } from './fields.ts'

interface Arguments extends IssueFields {
  readonly summary: string
  readonly project?: string
  readonly type?: string
  readonly parent?: string
}

export const createIssue = firstPartyTool<Arguments>({
  name: 'create_issue',
  title: 'Create a Jira issue',
  description:
    'Creates an issue in a Jira project. Jira knows no idempotency key: a step that is tried again may create two.',
  effect: 'write',
  keywords: ['create', 'open', 'file', 'report', 'add', 'issue', 'bug', 'ticket', 'task', 'jira'],
  inputSchema: object(
    {
      ...fieldSchemas,
      project: text('Project', 'Key of the project; that of the installation when absent', {
        pattern: '^[A-Za-z][A-Za-z0-9_]{0,50}$',
        'x-words': ['in', 'project'],
      }),
      type: text('Type', 'Name of the issue type', { default: 'Task', maxLength: 100, 'x-words': ['type'] }),
      parent: {
        ...issueKey,
        title: 'Parent',
        description: 'Key of the issue above it',
        'x-words': ['under', 'parent'],
      },
    },
    ['summary'],
  ),
  outputSchema: object(
    {
      key: text('Key', 'Such as SHOP-7'),
      id: text('Id', 'Number'),
      url: text('Address', 'Address of its page'),
    },
    ['key', 'id', 'url'],
  ),
  examples: [
    {
      prompt: 'Create a Jira issue in "SHOP" titled "Checkout fails" saying {{steps.report}}',
      args: { project: 'SHOP', summary: 'Checkout fails', description: 'Since this morning', type: 'Bug' },
    },
  ],
  async run({ project, type = 'Task', parent, ...given }, context) {
    const key = project ?? context.settings['project']
    if (typeof key !== 'string') {
      throw invalidArguments(
        'project: expected the key of a project, in the step or in the settings of the installation',
      )
    }
    const place = {
      project: { key },
      issuetype: { name: type },
      ...(parent === undefined ? {} : { parent: { key: parent } }),
    }
    const body = { fields: { ...jiraFields(given, context), ...place } }
    const { body: made } = await callRest(jira, { method: 'POST', path: '/rest/api/2/issue', body }, context)
    const name = textIn(made, 'key') ?? ''
    return { key: name, id: idIn(made, 'id') ?? '', url: pageOf(name, context.settings) }
  },
})
