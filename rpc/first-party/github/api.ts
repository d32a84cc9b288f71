// What all GitHub tools share: the API, the repository that a step means, the schema of an issue.
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { idIn, nullableText, numberIn, textIn, textsIn } from '../foreign.ts'
import type { RestApi } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'

export const github: RestApi = {
  service: 'GitHub',
  baseUrl: 'https://api.github.com',
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
}

export const repository = text('Repository', 'owner/name; that of the installation when absent', {
  pattern: '^[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}$',
  'x-words': ['in', 'of', 'from', 'to', 'repository'],
  'x-name': true,
})

export const issueNumber = integer('Number', 'Number of the issue', {
  minimum: 1,
  'x-words': ['issue', 'number'],
})

export function limit(most = 500): JsonSchema {
  return integer('Limit', 'Most to give', {
    default: 50,
    minimum: 1,
    maximum: most,
    'x-words': ['limit', 'most'],
  })
}

/**
 * `/repos/owner/name`, from the arguments or the installation.
 * @throws {ToolFailure} `invalid-arguments`
 */
export function repositoryPath(given: string | undefined, { settings }: FirstPartyContext): string {
  const [owner, name, ...rest] = String(given ?? settings['repository'] ?? '').split('/')
  if (owner === undefined || name === undefined || rest.length > 0) {
    throw invalidArguments(
      'repository: expected owner/name, in the step or in the settings of the installation',
    )
  }
  return restPath`/repos/${owner}/${name}`
}

export const issueSchema = object(
  {
    number: integer('Number', 'Number in its repository'),
    title: text('Title', 'Title'),
    state: text('State', 'open or closed'),
    url: text('Address', 'Address of its page'),
    author: nullableText('Author', 'Login of whoever opened it'),
    labels: list('Labels', 'Names of its labels', { items: text('Label', 'Label') }),
    assignees: list('Assignees', 'Logins', { items: text('Login', 'Login') }),
    milestone: nullableText('Milestone', 'Title of its milestone'),
    body: nullableText('Body', 'Its text in Markdown; only its beginning in lists'),
    comments: integer('Comments', 'Number of comments'),
    createdAt: nullableText('Created', 'ISO 8601'),
    updatedAt: nullableText('Updated', 'ISO 8601'),
    closedAt: nullableText('Closed', 'ISO 8601'),
  },
  ['number', 'title', 'state', 'url', 'author', 'labels', 'assignees', 'body', 'comments', 'createdAt'],
)

export function issueOf(issue: Json): JsonObject {
  return {
    number: numberIn(issue, 'number') ?? 0,
    title: textIn(issue, 'title') ?? '',
    state: textIn(issue, 'state') ?? '',
    url: textIn(issue, 'html_url') ?? '',
    author: idIn(issue, 'user.login'),
    labels: textsIn(issue, 'labels', 'name'),
    assignees: textsIn(issue, 'assignees', 'login'),
    milestone: textIn(issue, 'milestone.title'),
    body: textIn(issue, 'body'),
    comments: numberIn(issue, 'comments') ?? 0,
    createdAt: textIn(issue, 'created_at'),
    updatedAt: textIn(issue, 'updated_at'),
    closedAt: textIn(issue, 'closed_at'),
  }
}
