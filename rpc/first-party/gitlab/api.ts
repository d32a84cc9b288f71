// What all GitLab tools share: the API, the project that a step means, the schema of an issue.
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { nullableText, numberIn, textIn, textsIn } from '../foreign.ts'
import type { RestApi } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'

export const gitlab: RestApi = { service: 'GitLab', baseUrl: 'https://gitlab.com/api/v4' }

export const project = text('Project', 'group/name or number; that of the installation when absent', {
  pattern: '^([0-9]+|[\\p{L}\\p{N}_.-]+(/[\\p{L}\\p{N}_.-]+)+)$',
  maxLength: 500,
  'x-words': ['in', 'of', 'from', 'to', 'project'],
  'x-name': true,
})

export const issueNumber = integer('Number', 'Number of the issue in its project (iid)', {
  minimum: 1,
  'x-words': ['issue', 'number'],
})

export const labels = list('Labels', 'Names of labels', {
  items: text('Label', 'Name without a comma', { pattern: '^[^,]+$', maxLength: 255 }),
  maxItems: 50,
  'x-words': ['labels', 'labelled'],
})

export const limit: JsonSchema = integer('Limit', 'Most to give', {
  default: 50,
  minimum: 1,
  maximum: 500,
  'x-words': ['limit', 'most'],
})

/**
 * `/projects/group%2Fname`, from the arguments or the installation.
 * @throws {ToolFailure} `invalid-arguments`
 */
export function projectPath(given: string | undefined, { settings }: FirstPartyContext): string {
  const named = given ?? settings['project']
  if (typeof named === 'string' && named !== '') return restPath`/projects/${named}`
  throw invalidArguments('project: expected group/name, in the step or in the settings of the installation')
}

export const issueSchema = object(
  {
    number: integer('Number', 'Number in its project (iid)'),
    title: text('Title', 'Title'),
    state: text('State', 'opened or closed'),
    url: text('Address', 'Address of its page'),
    author: nullableText('Author', 'User name of whoever opened it'),
    labels: list('Labels', 'Names of its labels', { items: text('Label', 'Label') }),
    assignees: list('Assignees', 'User names', { items: text('Name', 'User name') }),
    milestone: nullableText('Milestone', 'Title of its milestone'),
    description: nullableText('Description', 'Its text in Markdown; only its beginning in lists'),
    comments: integer('Comments', 'Number of comments'),
    dueDate: nullableText('Due', 'YYYY-MM-DD'),
    createdAt: nullableText('Created', 'ISO 8601'),
    updatedAt: nullableText('Updated', 'ISO 8601'),
    closedAt: nullableText('Closed', 'ISO 8601'),
  },
  [
    'number',
    'title',
    'state',
    'url',
    'author',
    'labels',
    'assignees',
    'description',
    'comments',
    'createdAt',
  ],
)

export function issueOf(issue: Json): JsonObject {
  return {
    number: numberIn(issue, 'iid') ?? 0,
    title: textIn(issue, 'title') ?? '',
    state: textIn(issue, 'state') ?? '',
    url: textIn(issue, 'web_url') ?? '',
    author: textIn(issue, 'author.username'),
    labels: textsIn(issue, 'labels', ''),
    assignees: textsIn(issue, 'assignees', 'username'),
    milestone: textIn(issue, 'milestone.title'),
    description: textIn(issue, 'description'),
    comments: numberIn(issue, 'user_notes_count') ?? 0,
    dueDate: textIn(issue, 'due_date'),
    createdAt: textIn(issue, 'created_at'),
    updatedAt: textIn(issue, 'updated_at'),
    closedAt: textIn(issue, 'closed_at'),
  }
}
