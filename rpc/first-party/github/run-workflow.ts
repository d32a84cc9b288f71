// github__run_workflow
import type { JsonObject } from '../../../domain/json.ts'
import { textOf } from '../../builtin/field.ts'
import { anything, flag, object, record, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { github, repository, repositoryPath } from './api.ts'

interface Arguments {
  readonly repository?: string
  readonly workflow: string
  readonly ref: string
  readonly inputs?: JsonObject
}

export const runWorkflow = firstPartyTool<Arguments>({
  name: 'run_workflow',
  title: 'Run a GitHub Actions workflow',
  description:
    'Starts a workflow of GitHub Actions that has the trigger workflow_dispatch. ' +
    'GitHub knows no idempotency key: a step that is tried again may start two runs.',
  effect: 'write',
  keywords: ['dispatch', 'trigger', 'github actions', 'deploy', 'build', 'ci', 'github'],
  inputSchema: object(
    {
      repository,
      workflow: text('Workflow', 'File name of the workflow, such as deploy.yml', {
        minLength: 1,
        maxLength: 255,
        'x-words': ['workflow', 'action'],
      }),
      ref: text('Ref', 'Branch or tag', {
        minLength: 1,
        maxLength: 255,
        'x-words': ['at branch', 'on branch', 'of branch', 'branch', 'at', 'ref'],
      }),
      inputs: record('Inputs', 'Inputs of the workflow', anything('Value', 'Sent as text'), {
        maxProperties: 25,
        'x-words': ['inputs', 'with'],
      }),
    },
    ['workflow', 'ref'],
  ),
  outputSchema: object({ started: flag('Started', 'GitHub took the request') }, ['started']),
  examples: [
    {
      prompt: 'Trigger the GitHub Actions workflow "deploy.yml" at branch "main"',
      args: { workflow: 'deploy.yml', ref: 'main', inputs: { environment: 'staging' } },
    },
  ],
  async run({ repository: named, workflow, ref, inputs = {} }, context) {
    const path = `${repositoryPath(named, context)}/actions/workflows${restPath`/${workflow}/dispatches`}`
    const texts = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, textOf(value)]))
    await callRest(github, { method: 'POST', path, body: { ref, inputs: texts } }, context)
    return { started: true }
  },
})
