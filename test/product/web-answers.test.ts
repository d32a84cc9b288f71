// What an API answers, as a prompt has it: planned, run, and returned.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import tap, { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { runToEnd } from '../support/workflows.ts'

const users = [
  { name: 'Ada', active: true, total: 120 },
  { name: 'Charles', active: false, total: 80 },
]
const pages: Record<string, unknown> = { '/users': users, '/users/1': users[0], '/text': '{"title":"Notes"}' }
const api = createServer(({ url }, response) => {
  response.setHeader('content-type', url === '/text' ? 'text/plain' : 'application/json')
  response.end(url === '/text' ? String(pages[url]) : JSON.stringify(pages[url!] ?? null))
})
await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve))
tap.teardown(() => api.close())
const at = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
const product = await sharedProduct()

test('prompts about the answer of an API run', async t => {
  const { client } = await product.signUp()
  for (const [prompt, output] of Object.entries({
    [`Fetch ${at}/users/1 and return the name and the total`]: { name: 'Ada', total: 120 },
    [`Fetch ${at}/users and return their names`]: ['Ada', 'Charles'],
    [`Fetch ${at}/users. Return the users with a total above 100.`]: [users[0]],
    [`Fetch ${at}/users and return the user with the lowest total`]: users[1],
    [`Fetch ${at}/users/1, parse the body as JSON and return the name`]: 'Ada',
    [`Fetch ${at}/text, parse the body as JSON and return the title`]: 'Notes',
  })) {
    const { body: workflow } = await client.post('/api/v1/workflows', { name: prompt.slice(0, 60), prompt })
    t.equal(workflow.status, 'ready', prompt)
    t.match(await runToEnd(client, workflow.id), { status: 'completed', output }, prompt)
  }
})

test('a field that is not there fails the step, and is named', async t => {
  const { client } = await product.signUp()
  const prompt = `Fetch ${at}/users/1 and return the colour`
  const { body: workflow } = await client.post('/api/v1/workflows', { name: 'Colour', prompt })
  t.match(await runToEnd(client, workflow.id), { status: 'failed', error: { message: /colour/ } })
})
