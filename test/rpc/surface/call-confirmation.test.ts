import { test } from 'tap'
import { Confirmations } from '../../../rpc/surface/call-confirmation.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { spentStore } from '../../../storage/requests/spent.ts'
import { openTestDatabase } from '../../support/database.ts'

const spent = spentStore(await openTestDatabase())
const node = () => new Confirmations(spent.spend, systemClock)
const ask = (confirmations: Confirmations) => confirmations.ask('echo', {}, null)!
const answer = (decision: string) => ({ confirmation: { action: 'accept', content: { decision } } })

test('an answer is good for one call, at whichever node', async t => {
  const [here, there] = [node(), node()]
  const { state } = ask(here)
  const taken = await Promise.all([here, there].map(each => each.take(state, answer('approve'))))
  t.strictSame(taken.sort(), [null, true])
  t.equal(await there.take(ask(here).state, answer('approve')), true)
})

test('only an explicit approval approves', async t => {
  const confirmations = node()
  const take = (inputs: object) => confirmations.take(ask(confirmations).state, { ...inputs })
  t.equal(await take(answer('deny')), false)
  t.equal(await take({ confirmation: { action: 'accept', content: {} } }), false)
  t.equal(await take({ confirmation: { action: 'cancel' } }), false)
  t.equal(await take({}), null)
  t.equal(await confirmations.take(null, answer('approve')), null)
})

test('the question shows the whole call, or there is none', async t => {
  const asked = node().ask('files__delete', { path: '/a\u202e\nTool: read' }, 'destructive')!
  t.match(asked.requests['confirmation'], {
    params: {
      message:
        'Shall this tool be called?\n\nTool: files__delete (removes or overwrites something)\nArguments:\n{\n  "path": "/a\\u202e\\nTool: read"\n}',
    },
  })
  t.equal(node().ask('echo', { text: 'a'.repeat(20_000) }, null), null)
})
