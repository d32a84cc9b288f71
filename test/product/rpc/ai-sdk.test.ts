// The MCP client of the AI SDK (@ai-sdk/mcp) against the product: by an API key and by OAuth, in both eras,
// with tools as its agents call them.
import { auth, createMCPClient, type OAuthClientProvider } from '@ai-sdk/mcp'
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { ApplicationMemory, decide } from '../../support/people/connecting.ts'
import { sharedProduct } from '../../support/product.ts'
import { returning } from '../../support/workflows.ts'

const product = await sharedProduct()
const url = `${product.url}/rpc`
const options = { toolCallId: 'call_1', messages: [], context: {} }

async function connected(t: Test, transport: object, protocolVersionDiscovery = false) {
  const config = { transport: { type: 'http' as const, url, ...transport }, protocolVersionDiscovery }
  const client = await createMCPClient(config)
  t.teardown(() => client.close())
  return client
}

for (const isDiscovering of [false, true])
  test(`its tools are listed and called by an API key${isDiscovering ? ', with the discovery of 2026' : ''}`, async t => {
    const { client: rest } = await product.signUp()
    await offerHello(rest)
    const { key } = (await rest.post('/api/v1/apikeys', { name: 'Agent' })).body
    const headers = { authorization: `Bearer ${key}` }
    const client = await connected(t, { headers }, isDiscovering)
    const tools = await client.tools()
    t.match(tools['run_hello'], { execute: Function })
    t.match(await tools['run_hello']!.execute({}, options as never), { structuredContent: { said: 'hello' } })
    const refused = await tools['get_workflow']!.execute({ id: 'wf_x' }, options as never)
    t.match(JSON.stringify(refused), /workflow not found/)
  })

test('it connects by OAuth', async t => {
  const { client: person } = await product.signUp()
  await offerHello(person)
  const memory = new ApplicationMemory('AI SDK')
  const authProvider = memory as unknown as OAuthClientProvider
  await t.rejects(connected(t, { authProvider }))
  const { searchParams } = await decide(person, memory.sentTo!)
  const answer = {
    authorizationCode: searchParams.get('code')!,
    callbackState: searchParams.get('state')!,
    callbackIssuer: searchParams.get('iss')!,
  }
  t.equal(await auth(authProvider, { serverUrl: url, ...answer }), 'AUTHORIZED')
  const client = await connected(t, { authProvider })
  const tools = await client.tools()
  t.match(await tools['run_hello']!.execute({}, options as never), { structuredContent: { said: 'hello' } })
})

async function offerHello(person: Client): Promise<void> {
  const workflow = { name: 'Hello', prompt: 'Say it', plan: returning({ said: 'hello' }), tool: true }
  const { body } = await person.post('/api/v1/workflows', workflow)
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
}
