// gitlab__run_pipeline
import type { JsonObject } from '../../../domain/json.ts'
import { textOf } from '../../builtin/field.ts'
import { anything, object, record, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { idIn, nullableText, textIn } from '../foreign.ts'
import { callRest } from '../rest-api.ts'
import { gitlab, project, projectPath } from './api.ts'

interface Arguments {
  readonly project?: string
  readonly ref: string
  readonly variables?: JsonObject
}

export const runPipeline = firstPartyTool<Arguments>({
  name: 'run_pipeline',
  title: 'Run a GitLab pipeline',
  description:
    'Starts a pipeline of a GitLab project for a branch or tag. ' +
    'GitLab knows no idempotency key: a step that is tried again may start two.',
  effect: 'write',
  keywords: ['trigger', 'pipeline', 'deploy', 'build', 'ci', 'gitlab'],
  inputSchema: object(
    {
      project,
      ref: text('Ref', 'Branch or tag', {
        minLength: 1,
        maxLength: 255,
        'x-words': ['for branch', 'on branch', 'at branch', 'branch', 'for', 'ref'],
      }),
      variables: record('Variables', 'Variables of the pipeline', anything('Value', 'Sent as text'), {
        maxProperties: 50,
        'x-words': ['variables', 'with'],
      }),
    },
    ['ref'],
  ),
  outputSchema: object(
    {
      id: text('Id', 'Id of the pipeline'),
      status: nullableText('Status', 'created, pending, running, ...'),
      url: nullableText('Address', 'Address of its page'),
    },
    ['id', 'status', 'url'],
  ),
  examples: [
    {
      prompt: 'Trigger the GitLab pipeline of "acme/shop" for branch "main"',
      args: { project: 'acme/shop', ref: 'main', variables: { ENVIRONMENT: 'staging' } },
    },
  ],
  async run({ project: named, ref, variables = {} }, context) {
    const path = `${projectPath(named, context)}/pipeline`
    const given = Object.entries(variables).map(([key, value]) => ({ key, value: textOf(value) }))
    const { body } = await callRest(
      gitlab,
      { method: 'POST', path, body: { ref, variables: given } },
      context,
    )
    return { id: idIn(body, 'id') ?? '', status: textIn(body, 'status'), url: textIn(body, 'web_url') }
  },
})
