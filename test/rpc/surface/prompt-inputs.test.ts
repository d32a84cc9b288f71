import { test } from 'tap'
import type { JsonObject, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { RpcError } from '../../../rpc/json-rpc.ts'
import { inputsFrom } from '../../../rpc/surface/prompt-inputs.ts'

const check = async (schema: JsonSchema, inputs: JsonObject) => compileSchema(schema)(inputs)
const schema = {
  type: 'object',
  properties: { word: { type: 'string' }, count: { type: 'integer' }, lines: { type: 'array' }, any: {} },
  required: ['word'],
}

test('texts become what the schema asks for', async t => {
  t.strictSame(await inputsFrom(schema, { word: '5', count: '5', lines: '[1]', any: 'x' }, check), {
    word: '5',
    count: 5,
    lines: [1],
    any: 'x',
  })
})

test('what does not fit is named', async t => {
  await t.rejects(inputsFrom(schema, { word: 'a', count: 'many' }, check), { message: /arguments.count/ })
  await t.rejects(inputsFrom(schema, {}, check), { message: /word/ })
  await t.rejects(inputsFrom(schema, {}, check), RpcError)
})
