// Identifiers that may be chosen (domain/chosen-id.ts).
import { test } from 'tap'
import { newIdThat } from '../../domain/chosen-id.ts'
import { isId, timeOf } from '../../domain/ids.ts'
import { shardOf } from '../../runtime/placement/placement.ts'

test('an id that fits is found among a third of all shards, and is one like any other', async t => {
  const began = Date.now()
  const ids = Array.from({ length: 500 }, () => newIdThat('execution', id => shardOf(id) % 3 === 0))
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.every(id => shardOf(id) % 3 === 0))
  t.ok(ids.every(id => isId('execution', id) && timeOf(id) >= began))
})

test('where none fits, it is a new id all the same', async t => {
  const id = newIdThat('execution', () => false)
  t.ok(isId('execution', id))
  t.not(
    id,
    newIdThat('execution', () => false),
  )
})
