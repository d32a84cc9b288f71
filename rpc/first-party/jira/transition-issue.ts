// jira__transition_issue: moves an issue by the name of a transition or of its target status, as people say
// it. Jira itself wants the transition's number, which differs between projects.
import type { Json } from '../../../domain/json.ts'
import { object, text } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { listIn, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { issueKey, jira } from './api.ts'

interface Arguments {
  readonly key: string
  readonly to: string
  readonly resolution?: string
  readonly comment?: string
}

export const transitionIssue = firstPartyTool<Arguments>({
  name: 'transition_issue',
  title: 'Move a Jira issue',
  description:
    'Moves a Jira issue to another status, by the name of the status or of the transition. An issue that has the status ' +
    'already stays as it is.',
  effect: 'write',
  keywords: ['move', 'transition', 'resolve', 'close', 'start', 'status', 'issue', 'ticket', 'jira'],
  inputSchema: object(
    {
      key: issueKey,
      to: text('To', 'Name of the status or of the transition', {
        minLength: 1,
        maxLength: 255,
        'x-words': ['to', 'status'],
      }),
      resolution: text('Resolution', 'Name of a resolution, where the transition asks for one', {
        maxLength: 100,
      }),
      comment: text('Comment', 'Comment to add', { maxLength: 32_767, 'x-words': ['saying', 'comment'] }),
    },
    ['key', 'to'],
  ),
  outputSchema: object({ status: text('Status', 'Name of the status that it has now') }, ['status']),
  examples: [{ prompt: 'Move the Jira issue "SHOP-7" to "Done"', args: { key: 'SHOP-7', to: 'Done' } }],
  async run({ key, to, resolution, comment }, context) {
    const path = restPath`/rest/api/2/issue/${key}`
    const { status, transition } = await transitionTo(path, to, context)
    if (transition === null) return { status }
    const body = {
      transition: { id: textIn(transition, 'id') ?? '' },
      ...(resolution === undefined ? {} : { fields: { resolution: { name: resolution } } }),
      ...(comment === undefined ? {} : { update: { comment: [{ add: { body: comment } }] } }),
    }
    await callRest(jira, { method: 'POST', path: `${path}/transitions`, body }, context)
    return { status: textIn(transition, 'to.name') ?? to }
  },
})

/** A null transition: the issue is already there, as on a second attempt of the step. */
async function transitionTo(
  path: string,
  to: string,
  context: FirstPartyContext,
): Promise<{ status: string; transition: Json }> {
  const query = { fields: 'status', expand: 'transitions' }
  const { body } = await callRest(jira, { method: 'GET', path, query }, context)
  const transitions = listIn(body, 'transitions')
  const isNamed = (name: string | null) => name?.toLowerCase() === to.toLowerCase()
  const status = textIn(body, 'fields.status.name') ?? ''
  if (isNamed(status)) return { status, transition: null }
  const transition =
    transitions.find(item => isNamed(textIn(item, 'to.name'))) ??
    transitions.find(item => isNamed(textIn(item, 'name')))
  if (transition !== undefined) return { status, transition }
  const known = transitions.map(item => textIn(item, 'to.name') ?? textIn(item, 'name')).join(', ') || 'none'
  throw new ToolFailure(
    'conflict',
    `the issue is "${status}" and cannot become "${to}" now; possible: ${known}`,
  )
}
