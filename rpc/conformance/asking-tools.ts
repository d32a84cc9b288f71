// Fixture tools that ask the client something before they answer.
import { isObject, type JsonObject } from '../../domain/json.ts'
import { missingCapability } from '../surface/capabilities.ts'
import type { InputRequest, SurfaceContext } from '../surface/surface.ts'
import { defaults, enums } from './elicitation-forms.ts'
import { asks, enteredValue, type FixtureTool, form, prompt, roots, says } from './fixture-tool.ts'

const textField = { type: 'string' } as const
const nameForm = (message: string) => form(message, { name: textField })
const confirmation = form('Please confirm', { ok: { type: 'boolean' } })

/** A tool that asks one question under one key, and answers with the response. */
function askingTool(
  tool: Pick<FixtureTool, 'name' | 'description' | 'inputSchema'>,
  key: string,
  request: (args: JsonObject) => InputRequest,
  answer: (input: JsonObject) => string,
): FixtureTool {
  return {
    ...tool,
    run(args, { inputs }) {
      const input = inputs[key]
      return isObject(input) ? says(answer(input as JsonObject)) : asks({ [key]: request(args) })
    },
  }
}

function textOf({ content }: JsonObject): string {
  return isObject(content) ? String(content['text'] ?? '') : ''
}

function countOf({ roots: given }: JsonObject): number {
  return Array.isArray(given) ? given.length : 0
}

const decided = ({ action, content }: JsonObject) =>
  `action=${action}, content=${JSON.stringify(content ?? {})}`

export const askingTools: readonly FixtureTool[] = [
  askingTool(
    {
      name: 'test_sampling',
      description: 'Asks the model of the client',
      inputSchema: { type: 'object', properties: { prompt: textField }, required: ['prompt'] },
    },
    'sample',
    args => prompt(String(args['prompt']), 100),
    input => `LLM response: ${textOf(input)}`,
  ),
  askingTool(
    {
      name: 'test_elicitation',
      description: 'Asks the user of the client',
      inputSchema: { type: 'object', properties: { message: textField }, required: ['message'] },
    },
    'answer',
    args => form(String(args['message']), { response: textField }),
    input => `User response: ${decided(input)}`,
  ),
  askingTool(
    { name: 'test_elicitation_sep1034_defaults', description: 'Asks with defaults' },
    'answer',
    () => form('Please review and update the form fields with defaults', defaults, []),
    input => `Elicitation completed: ${decided(input)}`,
  ),
  askingTool(
    { name: 'test_elicitation_sep1330_enums', description: 'Asks with every kind of choice' },
    'answer',
    () => form('Please select options from the enum fields', enums, []),
    input => `Elicitation completed: ${decided(input)}`,
  ),
  askingTool(
    { name: 'test_input_required_result_elicitation', description: 'Asks for a name' },
    'user_name',
    () => nameForm('What is your name?'),
    input => `Hello, ${enteredValue(input, 'name')}!`,
  ),
  askingTool(
    { name: 'test_input_required_result_sampling', description: 'Asks the model of the client' },
    'capital_question',
    () => prompt('What is the capital of France?', 100),
    input => `Sampling result: ${textOf(input)}`,
  ),
  askingTool(
    { name: 'test_input_required_result_list_roots', description: 'Asks for the roots of the client' },
    'client_roots',
    () => roots,
    input => `Found ${countOf(input)} root(s)`,
  ),
  {
    name: 'test_input_required_result_request_state',
    description: 'Asks, with a state that comes back',
    run: (_, { inputs, requestState }) =>
      requestState === 'asked' && enteredValue(inputs['confirm'], 'ok') === true
        ? says('state-ok: requestState validated')
        : asks({ confirm: confirmation }, 'asked'),
  },
  {
    name: 'test_input_required_result_tampered_state',
    description: 'Asks, with a state that must come back unchanged',
    run: (_, { inputs, requestState }) =>
      requestState === 'asked' && isObject(inputs['confirm'])
        ? says('integrity-ok: state verified')
        : asks({ confirm: confirmation }, 'asked'),
  },
  {
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks three things at once',
    run(_, { inputs }) {
      const { user_name, greeting, client_roots } = inputs
      if (isObject(user_name) && isObject(greeting) && isObject(client_roots)) {
        const name = enteredValue(user_name as JsonObject, 'name')
        const count = countOf(client_roots as JsonObject)
        return says(`Name: ${name}; Greeting: ${textOf(greeting as JsonObject)}; Roots: ${count}`)
      }
      const requests = {
        user_name: nameForm('What is your name?'),
        greeting: prompt('Generate a greeting', 50),
        client_roots: roots,
      }
      return asks(requests, 'asked')
    },
  },
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice, one after the other',
    run: (_, context) => secondRound(context),
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks what the client can answer',
    run(_, { clientCapabilities, inputs }) {
      const answered = Object.keys(inputs)
      if (answered.length > 0) return says(`capabilities-ok: received ${answered.join(',')}`)
      const requests: Record<string, InputRequest> = {}
      if (clientCapabilities['elicitation'])
        requests['elicit_input'] = form('Elicitation input', { value: textField })
      if (clientCapabilities['sampling']) requests['sample_input'] = prompt('Sample request', 50)
      return Object.keys(requests).length === 0
        ? says('No supported capabilities declared')
        : asks(requests, 'asked')
    },
  },
  {
    name: 'test_missing_capability',
    description: 'Needs a client with sampling',
    run(_, { clientCapabilities }) {
      if (clientCapabilities['sampling'] === undefined) throw missingCapability({ sampling: {} })
      return says('Success')
    },
  },
]

/** The state says what is known: nothing, or that the name was asked, or the name. */
function secondRound({ inputs, requestState }: SurfaceContext) {
  const known = isObject(requestState) ? requestState['name'] : undefined
  if (known !== undefined && isObject(inputs['step2'])) {
    return says(
      `Multi-round complete for ${known} who likes ${enteredValue(inputs['step2'] as JsonObject, 'color')}`,
    )
  }
  if (requestState === 'asked' && isObject(inputs['step1'])) {
    const name = enteredValue(inputs['step1'] as JsonObject, 'name')
    return asks({ step2: form('Step 2: What is your favorite color?', { color: textField }) }, { name })
  }
  return asks({ step1: nameForm('Step 1: What is your name?') }, 'asked')
}
