// What all Jira tools share: the API, the schema of an issue, and how fields are requested and read.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { nullableText, textIn, textsIn } from '../foreign.ts'
import type { RestApi } from '../rest-api.ts'

export const jira: RestApi = { service: 'Jira' }

export const issueKey = text('Issue', 'Key of the issue, such as SHOP-7', {
  pattern: '^[A-Za-z][A-Za-z0-9_]{0,50}-[0-9]{1,18}$',
  'x-words': ['issue'],
})

/** We request these only: issues have hundreds. */
export const issueFields = [
  ...['summary', 'status', 'issuetype', 'priority', 'assignee', 'reporter', 'labels', 'project', 'parent'],
  ...['description', 'created', 'updated', 'duedate', 'resolution'],
].join(',')

export const issueSchema = object(
  {
    key: text('Key', 'Such as SHOP-7'),
    url: text('Address', 'Address of its page'),
    summary: nullableText('Summary', 'Its title'),
    status: nullableText('Status', 'Name of its status'),
    type: nullableText('Type', 'Bug, Task, ...'),
    priority: nullableText('Priority', 'Name of its priority'),
    project: nullableText('Project', 'Key of its project'),
    parent: nullableText('Parent', 'Key of the issue above it'),
    assignee: nullableText('Assignee', 'Display name'),
    reporter: nullableText('Reporter', 'Display name'),
    labels: list('Labels', 'Its labels', { items: text('Label', 'Label') }),
    description: nullableText('Description', 'Text in Jira markup'),
    resolution: nullableText('Resolution', 'Name of its resolution'),
    dueDate: nullableText('Due', 'YYYY-MM-DD'),
    createdAt: nullableText('Created', 'ISO 8601'),
    updatedAt: nullableText('Updated', 'ISO 8601'),
  },
  ['key', 'url', 'summary', 'status', 'type', 'priority', 'assignee', 'labels', 'createdAt'],
)

export function issueOf(issue: Json, { settings }: FirstPartyContext): JsonObject {
  const key = textIn(issue, 'key') ?? ''
  const field = (path: string) => textIn(issue, `fields.${path}`)
  return {
    key,
    url: pageOf(key, settings),
    summary: field('summary'),
    status: field('status.name'),
    type: field('issuetype.name'),
    priority: field('priority.name'),
    project: field('project.key'),
    parent: field('parent.key'),
    assignee: field('assignee.displayName'),
    reporter: field('reporter.displayName'),
    labels: textsIn(issue, 'fields.labels', ''),
    description: field('description'),
    resolution: field('resolution.name'),
    dueDate: field('duedate'),
    createdAt: field('created'),
    updatedAt: field('updated'),
  }
}

export function pageOf(key: string, settings: JsonObject): string {
  return `${String(settings['baseUrl']).replace(/\/+$/, '')}/browse/${encodeURIComponent(key)}`
}

export function isCloud({ settings }: FirstPartyContext): boolean {
  return settings['deployment'] !== 'data-center'
}
