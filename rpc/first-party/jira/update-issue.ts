// jira__update_issue
import { flag, object } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { issueKey, jira } from './api.ts'
import { fieldSchemas, type IssueFields, jiraFields } from './fields.ts'

export const updateIssue = firstPartyTool<IssueFields & { key: string }>({
  name: 'update_issue',
  title: 'Update a Jira issue',
  description:
    'Changes fields of a Jira issue. What is given replaces what was there; the rest stays. Its status is changed by ' +
    'transition_issue. May be tried again safely.',
  effect: 'destructive',
  keywords: ['update', 'change', 'edit', 'assign', 'label', 'issue', 'ticket', 'jira'],
  inputSchema: object({ key: issueKey, ...fieldSchemas }, ['key']),
  outputSchema: object({ updated: flag('Updated', 'Jira took the change') }, ['updated']),
  examples: [
    {
      prompt: 'Update the Jira issue "SHOP-7" with priority "High"',
      args: { key: 'SHOP-7', priority: 'High' },
    },
  ],
  async run({ key, ...given }, context) {
    const fields = jiraFields(given, context)
    if (Object.keys(fields).length === 0)
      throw invalidArguments('expected something to change: summary, labels, ...')
    await callRest(
      jira,
      { method: 'PUT', path: restPath`/rest/api/2/issue/${key}`, body: { fields } },
      context,
    )
    return { updated: true }
  },
})
