// troupe usage and troupe billing against one product.
import { test } from 'tap'
import { exitCodes } from '../../cli/exit-codes.ts'
import { CommandLine } from '../support/people/command-line.ts'
import { sharedProduct } from '../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct({ FREE_TIER_EXECUTIONS: '500' })
const { client } = await product.signUp()
const scopes = ['read', 'write', 'execute', 'admin']
const { key } = (await client.post('/api/v1/apikeys', { name: 'cli', scopes })).body
const shell = new CommandLine({ TROUPE_URL: product.url, TROUPE_API_KEY: key })

test('usage is shown by what is asked for', async t => {
  const workflow = await createWorkflow(client, returning(1))
  await runToEnd(client, workflow)
  t.match(await shell.json('usage'), [{ day: /^\d{4}-\d\d-\d\d$/, executions: 1, cu: 1 }])
  t.match(
    (await shell.run('usage --by workflow')).stdout,
    new RegExp(`WORKFLOW +EXECUTIONS[^]*${workflow} +1 +1`),
  )
  t.equal((await shell.run('usage --by color')).code, exitCodes.usage)
})

test('the plan is shown, and the addresses of payment pages stand alone', async t => {
  t.match((await shell.run('billing show')).stdout, /plan +free\nstatus +none\nexecutions +1 of 500\n/)
  const { stdout } = await shell.run('billing checkout scale')
  t.match(stdout, /^http:\/\/localhost:\d+\/billing\/sandbox\/\S+\n$/)
  t.match((await shell.run('billing portal')).stdout, /^http\S+\n$/)
  t.equal((await shell.run('billing checkout gold')).code, exitCodes.usage)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await product.client().post(new URL(stdout.trim()).pathname, 'action=pay', form)
  t.match(await shell.json('billing show'), {
    current: { plan: 'scale' },
    subscription: { status: 'active' },
  })
})
