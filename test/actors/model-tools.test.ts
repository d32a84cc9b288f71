// What the models of agent steps and chats get to see of results.
import { test } from 'tap'
import { resultForModel } from '../../actors/model-tools.ts'

test('a picture in a result is named to a model, and its bytes are not text for it', async t => {
  const data = Buffer.alloc(30_000, 'pixel').toString('base64')
  const output = [
    { type: 'text', text: 'The scan:' },
    { type: 'image', data, mimeType: 'image/png' },
  ]
  const shown = resultForModel('call_1', 'scan', output)
  t.match(shown, {
    output: [{ text: 'The scan:' }, { type: 'image', mimeType: 'image/png', sizeBytes: 30_000 }],
  })
  t.notMatch(JSON.stringify(shown), data.slice(0, 40))
})
