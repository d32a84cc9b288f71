// The fields of an issue as arguments, and in the form that Jira takes.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { anything, list, record, text } from '../../builtin/schema.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { isCloud } from './api.ts'

export interface IssueFields {
  readonly summary?: string
  readonly description?: string
  readonly labels?: readonly string[]
  readonly priority?: string
  readonly assignee?: string
  readonly dueDate?: string
  readonly fields?: JsonObject
}

export const fieldSchemas = {
  summary: text('Summary', 'Title of the issue, one line', {
    minLength: 1,
    maxLength: 255,
    'x-words': ['titled', 'title', 'summary', 'called'],
  }),
  description: text('Description', 'Text in Jira markup', {
    maxLength: 32_767,
    'x-words': ['saying', 'description', 'with', 'text'],
  }),
  labels: list('Labels', 'Labels without spaces', {
    items: text('Label', 'Label', { pattern: '^\\S+$', maxLength: 255 }),
    maxItems: 50,
    'x-words': ['labels', 'labelled'],
  }),
  priority: text('Priority', 'Name of a priority', { maxLength: 100, 'x-words': ['priority'] }),
  assignee: text('Assignee', 'Account id on Jira Cloud, user name on Data Center', {
    maxLength: 255,
    'x-words': ['assigned to', 'assignee'],
  }),
  dueDate: text('Due date', 'YYYY-MM-DD', { format: 'date', 'x-words': ['due'] }),
  fields: record(
    'Other fields',
    'As Jira names them, such as customfield_10010',
    anything('Value', 'As Jira takes it'),
    {
      maxProperties: 100,
      'x-words': ['fields'],
    },
  ),
}

/** An absent field stays unchanged. */
export function jiraFields(given: IssueFields, context: FirstPartyContext): JsonObject {
  const { summary, description, labels, priority, assignee, dueDate } = given
  const fields: Record<string, Json> = { ...given.fields }
  if (summary !== undefined) fields['summary'] = summary
  if (description !== undefined) fields['description'] = description
  if (labels !== undefined) fields['labels'] = labels
  if (priority !== undefined) fields['priority'] = { name: priority }
  if (assignee !== undefined)
    fields['assignee'] = isCloud(context) ? { accountId: assignee } : { name: assignee }
  if (dueDate !== undefined) fields['duedate'] = dueDate
  return fields
}
