// Threads of clients and their sessions.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { chatThreadStore } from '../../../storage/chat/chat-threads.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const threads = chatThreadStore(database)
const owner = { organizationId: 'org_1', owner: 'user_1' }

test('a thread is one session, however many claim it at once', async t => {
  t.equal(await threads.find(owner, 'a'), null)
  const claimed = await Promise.all([1, 2, 3, 4].map(() => threads.claim(owner, 'a', newId('chat'))))
  t.equal(new Set(claimed).size, 1)
  t.equal(await threads.find(owner, 'a'), claimed[0])
  t.equal(await threads.claim(owner, 'a', newId('chat')), claimed[0])
})

test('the same name is another thread to another owner, and in another organization', async t => {
  const mine = await threads.claim(owner, 'b', newId('chat'))
  for (const other of [
    { ...owner, owner: 'user_2' },
    { ...owner, organizationId: 'org_2' },
  ]) {
    t.equal(await threads.find(other, 'b'), null)
    t.not(await threads.claim(other, 'b', newId('chat')), mine)
  }
  t.equal(await threads.find(owner, 'b'), mine)
})
