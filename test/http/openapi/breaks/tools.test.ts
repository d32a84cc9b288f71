// A tool of /rpc that agents know stays what it is.
import { test } from 'tap'
import { type ReleasedTool, toolBreaks } from './tools.ts'

const today = '2027-01-01'

test('tools of /rpc keep their names, arguments, effects and answers', async t => {
  const was: ReleasedTool = {
    name: 'list_things',
    effect: 'read',
    inputSchema: { type: 'object', properties: { q: { type: ['string', 'null'] } }, required: [] },
    outputSchema: { type: 'object', properties: { items: { type: 'array' } }, required: ['items'] },
  }
  const found = (is: Partial<ReleasedTool>) => toolBreaks([was], [{ ...was, ...is }], today)
  t.strictSame(found({}), [])
  t.strictSame(found({ name: 'things' }), ['tool list_things: removed'])
  t.strictSame(found({ effect: 'write' }), ['tool list_things: the effect was read, is write now'])
  t.strictSame(found({ inputSchema: { ...was.inputSchema, required: ['q'] } }), [
    'tool list_things arguments.q: optional, is required now',
  ])
  t.strictSame(found({ inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }), [
    'tool list_things arguments.q: null was accepted, is refused now',
  ])
  t.strictSame(found({ outputSchema: null }), ['tool list_things answer: removed'])
  t.strictSame(
    found({ inputSchema: { type: 'object', properties: { q: {}, page: { type: 'integer' } } } }),
    [],
  )
})
