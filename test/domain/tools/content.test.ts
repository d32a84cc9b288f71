// Parts of results: what passes as it is, and what a model must not read.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { contentIn, contentPart, withoutBinaries } from '../../../domain/tools/content.ts'

const data = Buffer.from('pixels').toString('base64')
const image = { type: 'image', data, mimeType: 'image/png' }
const file = { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', blob: data } }
const fit: readonly Json[] = [
  { type: 'text', text: 'hello', annotations: { audience: ['user'], priority: 1 } },
  { ...image, _meta: { 'example.com/width': 1 } },
  { type: 'audio', data, mimeType: 'audio/wav' },
  file,
  { type: 'resource', resource: { uri: 'file:///b', text: 'words' } },
  { type: 'resource_link', uri: 'file:///c', name: 'c', size: 7 },
]

test('a part that clients take passes as it is', async t => {
  for (const part of fit) t.equal(contentPart(part), part)
})

test('a part that would make a client refuse the whole result becomes a text', async t => {
  const broken: readonly Json[] = [
    7,
    { type: 'video', data },
    { type: 'image', data: 'not base64!', mimeType: 'image/png' },
    { type: 'resource', resource: { text: 'x' } },
    { type: 'resource_link', uri: 'file:///c' },
  ]
  for (const part of broken) t.match(contentPart(part), { type: 'text', text: String })
  t.equal(contentPart('plain words').text, 'plain words')
  t.strictSame(contentPart({ ...image, annotations: { priority: 7 } }), image)
})

test('a list of parts is content only when it shows more than text', async t => {
  t.strictSame(contentIn([image]), [image])
  t.equal(contentIn([{ type: 'text', text: 'x' }]), null)
  t.equal(contentIn([image, { type: 'order' }]), null)
  t.equal(contentIn({ type: 'image' }), null)
})

test('a binary is named and left out, wherever it stands', async t => {
  const shown = withoutBinaries({ steps: [{ output: [image, file, 'words'] }] })
  t.notMatch(JSON.stringify(shown), data)
  t.match(shown, {
    steps: [{ output: [{ type: 'image', mimeType: 'image/png', sizeBytes: 6 }, {}, 'words'] }],
  })
})

test('a large file of a tool of ours is left out, too; a small one may be handed on', async t => {
  const small = { file: { name: 'a.txt', base64: data } }
  t.strictSame(withoutBinaries(small), small)
  const base64 = Buffer.alloc(30_000).toString('base64')
  t.strictSame(withoutBinaries({ file: { name: 'a.pdf', base64 } }), {
    file: { name: 'a.pdf', omitted: '30000 bytes of binary content' },
  })
})
