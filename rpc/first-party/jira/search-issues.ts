// jira__search_issues
import type { Json, JsonObject } from '../../../domain/json.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, listIn, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { isCloud, issueFields, issueOf, issueSchema, jira } from './api.ts'

export const searchIssues = firstPartyTool<{ jql: string; limit?: number }>({
  name: 'search_issues',
  title: 'Search Jira issues',
  description:
    'Finds Jira issues by JQL, such as project = SHOP and status = "In Progress" order by created desc.',
  effect: 'read',
  keywords: ['search', 'find', 'list', 'query', 'issues', 'tickets', 'jira', 'jql'],
  inputSchema: object(
    {
      jql: text('JQL', 'Query; Jira Cloud wants it bounded by a project, an assignee or the like', {
        minLength: 1,
        maxLength: 10_000,
        'x-words': ['jql', 'query', 'for', 'where'],
      }),
      limit: integer('Limit', 'Most to give', {
        default: 50,
        minimum: 1,
        maximum: 500,
        'x-words': ['limit', 'most'],
      }),
    },
    ['jql'],
  ),
  outputSchema: list('Issues', 'In the order of the query; descriptions only by their beginning', {
    items: issueSchema,
  }),
  examples: [
    {
      prompt: 'Search Jira for "project = SHOP and status = Open"',
      args: { jql: 'project = SHOP and status = Open' },
    },
  ],
  async run({ jql, limit = 50 }, context) {
    const issues = await found(jql, limit, context)
    return issues.map(issue => {
      const known = issueOf(issue, context)
      return { ...known, description: beginning(textIn(known, 'description')) }
    })
  },
})

/** Jira may return fewer items than requested, so this bounds the number of pages. */
const maxPages = 20

/** Cloud pages by a token, Data Center by a number. */
async function found(jql: string, limit: number, context: FirstPartyContext): Promise<Json[]> {
  const path = isCloud(context) ? '/rest/api/2/search/jql' : '/rest/api/2/search'
  const issues: Json[] = []
  let next: JsonObject | null = {}
  for (let page = 0; page < maxPages && next !== null && issues.length < limit; page++) {
    const query: JsonObject = {
      jql,
      fields: issueFields,
      maxResults: Math.min(limit - issues.length, 100),
      ...next,
    }
    const { body } = await callRest(jira, { method: 'GET', path, query }, context)
    const items = listIn(body, 'issues')
    issues.push(...items)
    next = items.length === 0 ? null : nextPageOf(body, issues.length)
  }
  return issues.slice(0, limit)
}

function nextPageOf(body: Json, count: number): JsonObject | null {
  const token = textIn(body, 'nextPageToken')
  if (token !== null) return { nextPageToken: token }
  const total = (body as { readonly total?: Json }).total
  return typeof total === 'number' && count < total ? { startAt: count } : null
}
