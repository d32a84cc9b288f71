// What a language model writes becomes a call in one way only: laws over the source.
import { test } from 'tap'
import { filesOf, importsOf, sourceOf } from '../../support/imports.ts'

const gate = 'actors/model-calls/model-calls.ts'

const sources = filesOf(['ts'])
  .filter(
    file => /^(actors|cli|domain|http|language|main|rpc|runtime|storage)\//.test(file) || file === 'main.ts',
  )
  .map(file => ({ file, source: sourceOf(file) }))

const filesWith = (found: RegExp) =>
  sources.filter(({ source }) => found.test(source.code)).map(({ file }) => file)

/** Can ask a model, or holds what it has said. */
const ofModels = new Set(
  sources
    .filter(({ file, source }) =>
      importsOf(file, source).some(({ target }) =>
        /^(domain\/models\/language-model|rpc\/models\/models|actors\/model-tools)\.ts$/.test(target),
      ),
    )
    .map(({ file }) => file),
)

test('the hub is called by plans, by agents at /rpc, by rehearsals of reads, and by the gate of models', t => {
  t.strictSame(filesWith(/\bhub\s*\??\.\s*call\s*\(/), [
    'actors/chat/charged-hub.ts',
    'actors/execution/effects.ts',
    'actors/execution/rehearsing/rehearsal.ts',
    gate,
    'http/mcp/registered-calls.ts',
  ])
  t.end()
})

test('nothing that asks a model calls the hub or a route by itself', t => {
  t.ok(ofModels.has('actors/chat/model/asking.ts') && ofModels.has('actors/execution/asking.ts'))
  t.ok(ofModels.has('language/planners/writing-planner.ts'))
  for (const { file, source } of sources) {
    if (!ofModels.has(file)) continue
    t.notMatch(source.code, /\bhub\s*\??\.\s*call\s*\(|\bcallRoute\s*\(|\bdeskCall\s*\(/, file)
  }
  t.end()
})

test('calls of models come through the gate: from chats, and from agent steps', t => {
  t.strictSame(filesWith(/\bcallForModel\(/), [
    'actors/chat/model/tools.ts',
    'actors/execution/asking.ts',
    gate,
  ])
  t.strictSame(filesWith(/\bcallOwn\(/), ['actors/chat/model/own-calls.ts', 'actors/chat/model/tools.ts'])
  const { source } = sources.find(({ file }) => file === 'actors/chat/model/tools.ts')!
  t.equal(source.code.match(/\bcallOwn\(/g)?.length, 1, 'handed to the gate')
  const effects = sources.find(({ file }) => file === 'actors/execution/effects.ts')!
  t.match(effects.source.code, /model === undefined\s*\?[^:]*hub\.call\([^:]*:\s*await callForAgent\(/)
  t.end()
})

test('the gate alone judges', t => {
  t.strictSame(filesWith(/\bverdictOf\(/), [gate, 'domain/models/model-call.ts'])
  t.end()
})
