// Catalog tools in the product: confined work in host threads and in the main thread, a protocol other than
// HTTP, and the credential of an installation on its way to it.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Test, test } from 'tap'
import { sharedProduct } from '../../support/product.ts'
import { certificate, certificateKey } from '../../support/servers/certificate.ts'

const product = await sharedProduct()

test('rows become a workbook that is sent by e-mail, with the password of a credential that nobody sees', async t => {
  const { client } = await product.signUp()
  const { port, received } = await mailServer(t)
  const secret = { username: 'troupe', password: 's3cret-of-the-mail' }
  const credential = { name: 'mail', kind: 'basic', secret, allowedHosts: [`127.0.0.1:${port}`] }
  t.equal((await client.post('/api/v1/credentials', credential)).status, 201)
  t.equal((await client.post('/api/v1/marketplace/tools/spreadsheet/install')).status, 201)
  const settings = { host: '127.0.0.1', port, from: 'shop@example.org', ca: certificate }
  const installed = await client.post('/api/v1/marketplace/tools/email/install', {
    credentialId: 'mail',
    settings,
  })
  t.equal(installed.status, 201, JSON.stringify(installed.body))
  const email = {
    to: 'ada@example.com',
    subject: 'Orders',
    text: 'Attached',
    attachments: [{ $: 'steps.sheet.file' }],
  }
  const sheet = { rows: { $: 'inputs.orders' }, fileName: 'orders.xlsx' }
  const plan = {
    steps: [
      { id: 'sheet', kind: 'tool', server: 'spreadsheet', tool: 'write_xlsx', args: sheet },
      { id: 'sent', kind: 'tool', server: 'email', tool: 'send_email', args: email },
      { id: 'end', kind: 'return', value: { $: 'steps.sent' } },
    ],
  }
  const { body: workflow } = await client.post('/api/v1/workflows', { name: 'Orders', prompt: 'Send', plan })
  t.match(workflow, { status: 'ready' }, JSON.stringify(workflow.diagnostics))
  const path = `/api/v1/workflows/${workflow.id}/execute`
  const { body: run } = await client.post(
    path,
    { inputs: { orders: [{ id: 7, total: 12.5 }] } },
    { prefer: 'wait=30' },
  )
  t.match(
    run,
    { status: 'completed', output: { sent: true, accepted: ['ada@example.com'] } },
    JSON.stringify(run.error),
  )
  t.match(received, [/Subject: Orders[\s\S]*filename=orders.xlsx[\s\S]*UEsDB/])
  t.match(received[0], `Message-ID: ${run.output.messageId}`)
  const { body: story } = await client.get(`/api/v1/executions/${run.id}/steps`)
  t.notMatch(JSON.stringify([run, story]), 's3cret-of-the-mail')
})

test('a document is made for a client of /rpc', async t => {
  const { client } = await product.signUp()
  await client.post('/api/v1/marketplace/tools/documents/install')
  const call = async (args: object) => {
    const params = { name: 'documents__create_pdf', arguments: args }
    return (await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).body.result
  }
  const made = await call({ template: '# Invoice {{ n }}', data: { n: 7 }, fileName: 'invoice.pdf' })
  t.match(made, { structuredContent: { pages: 1, file: { name: 'invoice.pdf', base64: /^JVBERi0x/ } } })
  const refused = await call({ template: '{{ n', data: {} })
  t.match(refused, { isError: true, _meta: { 'troupe/error': { code: 'bad-template' } } })
})

/** Asks for troupe's password over STARTTLS, and keeps what it receives. */
async function mailServer(t: Test): Promise<{ port: number; received: string[] }> {
  const received: string[] = []
  const server = new SMTPServer({
    ...{ cert: certificate, key: certificateKey },
    onAuth({ username, password }, _, callback) {
      if (username === 'troupe' && password === 's3cret-of-the-mail') callback(null, { user: username })
      else callback(new Error('Authentication failed'))
    },
    async onData(stream, _, callback) {
      received.push(Buffer.concat(await stream.toArray()).toString())
      callback()
    },
  }).on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>(resolve => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, received }
}
