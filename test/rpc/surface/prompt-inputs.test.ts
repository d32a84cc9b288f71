import { test } from 'tap'
import { RpcError } from '../../../rpc/json-rpc.ts'
import { inputsFrom } from '../../../rpc/surface/prompt-inputs.ts'

const schema = {
  type: 'object',
  properties: { word: { type: 'string' }, count: { type: 'integer' }, lines: { type: 'array' }, any: {} },
  required: ['word'],
}

test('texts become what the schema asks for', async t => {
  t.strictSame(inputsFrom(schema, { word: '5', count: '5', lines: '[1]', any: 'x' }), {
    word: '5',
    count: 5,
    lines: [1],
    any: 'x',
  })
})

test('what does not fit is named', async t => {
  t.throws(() => inputsFrom(schema, { word: 'a', count: 'many' }), { message: /arguments.count/ })
  t.throws(() => inputsFrom(schema, {}), { message: /word/ })
  t.throws(() => inputsFrom(schema, {}), RpcError)
})
