import { test } from 'tap'
import {
  compareLists,
  definitionChanges,
  driftBounds,
  isBreaking,
  withholds,
} from '../../../domain/tools/drift.ts'
import { listPinOf, pinOf } from '../../../domain/tools/tool-pin.ts'
import { toolOf } from '../../support/actors/tool-server-life.ts'

const refund = toolOf('refund')
const paths = (after: Parameters<typeof definitionChanges>[1]) =>
  definitionChanges(refund, after).map(({ path, isBreaking }) => `${isBreaking ? '!' : ''}${path}`)

test('everything that a caller or a reader can notice is pinned', async t => {
  const different = [
    toolOf('refunds'),
    toolOf('refund', { title: 'Refund' }),
    toolOf('refund', { description: 'other' }),
    toolOf('refund', { inputSchema: { type: 'object' } }),
    toolOf('refund', { outputSchema: { type: 'object' } }),
    toolOf('refund', { effect: 'read' }),
    toolOf('refund', { annotations: { idempotentHint: true } }),
  ]
  const pins = [refund, ...different].map(pinOf)
  t.equal(new Set(pins).size, pins.length)
  t.equal(pinOf(toolOf('refund', { keywords: ['pay'], annotations: {} })), pins[0])
})

test('the order of a list and of names in a schema are not pinned', async t => {
  const turned = { required: ['order'], properties: { order: { type: 'integer' } }, type: 'object' }
  t.equal(pinOf(toolOf('refund', { inputSchema: turned })), pinOf(refund))
  const list = toolOf('list')
  t.equal(listPinOf([refund, list], []), listPinOf([list, refund], []))
  t.not(listPinOf([refund], []), listPinOf([refund], [{ name: 'x', reason: 'bad' }]))
})

test('an effect that got worse is breaking, one that got better is not', async t => {
  t.strictSame(paths(toolOf('refund', { effect: 'destructive' })), ['!effect'])
  t.strictSame(paths(toolOf('refund', { effect: 'read' })), ['effect'])
})

test('a tool that can no longer be called twice is breaking', async t => {
  const safe = toolOf('refund', { annotations: { idempotentHint: true } })
  t.ok(isBreaking(definitionChanges(safe, refund)))
  t.notOk(isBreaking(definitionChanges(refund, safe)))
  const open = toolOf('refund', { annotations: { openWorldHint: true } })
  const closed = toolOf('refund', { annotations: { openWorldHint: false } })
  t.ok(isBreaking(definitionChanges(closed, open)))
  t.notOk(isBreaking(definitionChanges(open, closed)))
})

test('texts that are only read withhold no tool, whatever else does', async t => {
  const described = (description: string, more = {}) => ({
    type: 'object',
    properties: { order: { type: 'integer', description, ...more } },
    required: ['order'],
  })
  const before = toolOf('refund', { inputSchema: described('Its number') })
  const now = (changed: object) => withholds(definitionChanges(before, toolOf('refund', changed)))
  const inputSchema = described('Its number')
  t.notOk(now({ inputSchema, title: 'Other', description: 'Other' }))
  t.notOk(now({ inputSchema: described('The number of the order') }))
  t.ok(now({ inputSchema: described('Its number', { default: 7 }) }), 'a default decides about a call')
  t.ok(now({ inputSchema, description: 'Other', effect: 'destructive' }))
})

test('a promise about results may be given, not taken back', async t => {
  const promising = toolOf('refund', { outputSchema: { type: 'object' } })
  t.notOk(isBreaking(definitionChanges(refund, promising)))
  t.ok(isBreaking(definitionChanges(promising, refund)))
})

test('a tool that is gone is breaking', async t => {
  t.match(definitionChanges(refund, null), [{ kind: 'removed', isBreaking: true }])
})

test('changes are bounded, the breaking ones come first, and long values are cut', async t => {
  const names = Array.from({ length: 300 }, (_, index) => `p${index}`)
  const many = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
  const properties = { order: { type: 'integer' }, ...many }
  const inputSchema = { type: 'object', properties, required: ['order', 'p299'] }
  const changes = definitionChanges(refund, toolOf('refund', { inputSchema }))
  t.equal(changes.length, driftBounds.changes)
  t.match(changes[0], { path: 'inputSchema.properties.p299', isBreaking: true })
  const [long] = definitionChanges(refund, toolOf('refund', { description: 'x'.repeat(9_000) }))
  t.equal(String(long!.after).length, driftBounds.valueLength)
})

test('a list is what is new, what stays and what has changed', async t => {
  const list = toolOf('list')
  const pinned = [refund, list].map(definition => ({ definition, pin: pinOf(definition) }))
  const other = toolOf('refund', { title: 'Other' })
  t.match(compareLists(pinned, [other, toolOf('new')]), {
    added: [{ name: 'new' }],
    unchanged: [],
    changed: [
      { name: 'refund', offered: other },
      { name: 'list', offered: null },
    ],
  })
  t.match(compareLists(pinned, [list, refund]), { added: [], unchanged: ['refund', 'list'], changed: [] })
})
