// Whose key it is, and which model of a provider is taken.
import { test } from 'tap'
import { ConnectModel, chosenModel, ownerOfKey } from '../../../domain/models/connecting.ts'

test('the form of a key says whose it is, where only one provider makes such keys', async t => {
  t.equal(ownerOfKey('sk-ant-api03-abc'), 'anthropic')
  t.equal(ownerOfKey('sk-proj-abc'), 'openai')
  t.equal(ownerOfKey('sk-abc'), 'openai')
  for (const key of ['sk-or-v1-abc', 'AIzaSy', 'gsk_abc', 'sk_of_this_service', 'xai-abc', ''])
    t.equal(ownerOfKey(key), null, key)
})

const offered = (...names: readonly string[]) => names.map((name, age) => ({ name, createdAt: 1_000 - age }))

test('the newest of the best kind is taken, and none that does not speak', async t => {
  const openai = offered('gpt-image-2', 'gpt-6-mini', 'gpt-5.2', 'gpt-5', 'gpt-realtime', 'text-embedding-3')
  t.equal(chosenModel('openai', openai), 'gpt-5.2')
  t.equal(chosenModel('openai', openai.toReversed()), 'gpt-5.2', 'in whatever order')
  t.equal(chosenModel('openai', offered('gpt-5-mini', 'whisper-1')), 'gpt-5-mini')
  t.equal(chosenModel('openai', offered('whisper-1')), null)
  const claude = offered('claude-haiku-5', 'claude-opus-4-5', 'claude-sonnet-4-5', 'claude-sonnet-4')
  t.equal(chosenModel('anthropic', claude), 'claude-sonnet-4-5')
  t.equal(chosenModel('anthropic', offered('claude-haiku-5', 'claude-opus-4')), 'claude-opus-4')
  t.equal(chosenModel('compatible', offered('nomic-embed-text', 'qwen3:8b', 'llama4')), 'qwen3:8b')
  t.equal(chosenModel('compatible', []), null)
})

test('a server of this machine is named, and no address says where it is', async t => {
  t.ok(ConnectModel.safeParse({ local: 'ollama', model: 'qwen3:8b' }).success)
  for (const body of [
    { local: 'ollama', url: 'http://10.0.0.1/v1' },
    { local: 'http://10.0.0.1' },
    { local: 'ollama', provider: 'openai' },
  ])
    t.notOk(ConnectModel.safeParse(body).success, JSON.stringify(body))
})
