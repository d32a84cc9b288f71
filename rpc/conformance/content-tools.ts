// Fixture tools that answer at once, one for each kind of content.
import type { JsonSchema } from '../../domain/json.ts'
import { audio, type FixtureTool, fails, image, says, shows } from './fixture-tool.ts'

/** Every keyword of draft 2020-12 that a careless server would drop from tools/list. */
const fullSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

function resource(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const
}

export const contentTools: readonly FixtureTool[] = [
  {
    name: 'test_simple_text',
    description: 'Answers with text',
    run: () => says('This is a simple text response for testing.'),
  },
  {
    name: 'test_image_content',
    description: 'Answers with an image',
    run: () => shows({ type: 'image', data: image, mimeType: 'image/png' }),
  },
  {
    name: 'test_audio_content',
    description: 'Answers with sound',
    run: () => shows({ type: 'audio', data: audio, mimeType: 'audio/wav' }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Answers with a resource',
    run: () =>
      shows(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Answers with text, an image and a resource',
    run: () =>
      shows(
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: image, mimeType: 'image/png' },
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ),
  },
  {
    name: 'test_error_handling',
    description: 'Always fails',
    run: () => fails('This tool intentionally returns an error for testing'),
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema that uses much of JSON Schema 2020-12',
    inputSchema: fullSchema,
    run: args => says(`JSON Schema 2020-12 tool called with: ${JSON.stringify(args)}`),
  },
  {
    name: 'test_custom_header',
    description: 'Has an argument that its caller mirrors in a header',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
    run: ({ region }) => says(`region ${region}`),
  },
  {
    name: 'greet',
    description: 'Greets',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    run: ({ name }) => says(`Hello, ${name}!`),
  },
]
