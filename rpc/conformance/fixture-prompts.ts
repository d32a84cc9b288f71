// Prompts that the conformance suite requests by name.
import { isObject, type JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { Outcome, SurfaceContext, WirePrompt } from '../surface/surface.ts'
import { asks, enteredValue, form, image } from './fixture-tool.ts'

interface FixturePrompt {
  readonly wire: WirePrompt
  get(args: Readonly<Record<string, string>>, context: SurfaceContext): Outcome<JsonObject>
}

function messages(...contents: JsonObject[]): Outcome<JsonObject> {
  return { type: 'complete', result: { messages: contents.map(content => ({ role: 'user', content })) } }
}

const text = (words: string) => ({ type: 'text', text: words })
const required = (name: string, description: string) => ({ name, description, required: true })

const prompts: readonly FixturePrompt[] = [
  {
    wire: { name: 'test_simple_prompt', description: 'Has no arguments' },
    get: () => messages(text('This is a simple prompt for testing.')),
  },
  {
    wire: {
      name: 'test_prompt_with_arguments',
      description: 'Has two arguments',
      arguments: [required('arg1', 'First test argument'), required('arg2', 'Second test argument')],
    },
    get: ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    wire: {
      name: 'test_prompt_with_embedded_resource',
      description: 'Holds a resource',
      arguments: [required('resourceUri', 'URI of the resource')],
    },
    get: ({ resourceUri = '' }) =>
      messages(
        {
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  {
    wire: { name: 'test_prompt_with_image', description: 'Holds an image' },
    get: () =>
      messages(
        { type: 'image', data: image, mimeType: 'image/png' },
        text('Please analyze the image above.'),
      ),
  },
  {
    wire: { name: 'test_input_required_result_prompt', description: 'Asks before it answers' },
    get(_, { inputs }) {
      const answer = inputs['user_context']
      return isObject(answer)
        ? messages(text(`Prompt with context: ${enteredValue(answer as JsonObject, 'context')}`))
        : asks({ user_context: form('What context should the prompt use?', { context: { type: 'string' } }) })
    },
  },
]

export const promptList: readonly WirePrompt[] = prompts.map(({ wire }) => wire)

/** @throws {RpcError} no such prompt */
export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  context: SurfaceContext,
): Outcome<JsonObject> {
  const found = prompts.find(({ wire }) => wire.name === name)
  if (found === undefined) throw new RpcError(rpcCodes.invalidParams, `Unknown prompt: ${name}`)
  return found.get(args, context)
}
