// text-json__validate_json
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { compileSchema, defectUnder } from '../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'
import { anything, flag, object } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { nullableText } from '../foreign.ts'

export const validateJson = firstPartyTool<{ value: Json; schema: JsonSchema }>({
  name: 'validate_json',
  title: 'Validate JSON',
  description:
    'Checks a value against a JSON Schema and says what is wrong first. Nothing is fetched for the schema.',
  effect: 'read',
  keywords: ['validate', 'check', 'verify', 'json', 'schema', 'json schema'],
  inputSchema: object(
    {
      value: anything('Value', 'Value to check', { 'x-words': ['value', 'of'] }),
      schema: {
        type: 'object',
        title: 'Schema',
        description: 'JSON Schema, draft 2020-12 or 7',
        'x-words': ['against', 'schema', 'with'],
      },
    },
    ['value', 'schema'],
  ),
  outputSchema: object(
    {
      isValid: flag('Valid', 'The value fits'),
      defect: nullableText('Defect', 'What is wrong; null when nothing is'),
    },
    ['isValid', 'defect'],
  ),
  examples: [
    {
      prompt: 'Validate the JSON value {{steps.order}} against {{inputs.schema}}',
      args: { value: { id: 'x' }, schema: { type: 'object', properties: { id: { type: 'integer' } } } },
      output: { isValid: false, defect: 'value.id: expected integer, received string' },
    },
  ],
  run({ value, schema }) {
    try {
      const defect = compileSchema(schema)(value)
      return { isValid: defect === null, defect: defect === null ? null : defectUnder('value', defect) }
    } catch (error) {
      if (error instanceof SchemaError) throw invalidArguments(`schema: ${error.message}`)
      throw error
    }
  },
})
