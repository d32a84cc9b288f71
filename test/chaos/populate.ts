// What a chaos run begins with: an organization without a limit, the ledger as its tool server, the
// workflows.
import { Client } from '../support/people/client.ts'
import type { ChaosDatabase } from './chaos-database.ts'
import type { FaultyLedger } from './faulty-ledger.ts'
import { bystander, workflows } from './workflows.ts'

export interface Populated {
  /** API key with all scopes. */
  readonly key: string
  /** Ids of workflows by name. */
  readonly ids: ReadonlyMap<string, string>
}

interface Workflow {
  readonly name: string
  readonly steps: readonly object[]
}

export interface Place {
  /** Of the service. */
  readonly url: string
  readonly database: Pick<ChaosDatabase, 'query'>
  readonly ledger: FaultyLedger
  readonly others?: readonly Workflow[]
}

export async function populate({ url, database, ledger, others = [] }: Place): Promise<Populated> {
  const owner = { email: 'chaos@example.com', password: 'correct horse battery' }
  const { token, user } = await made(new Client(url, null), '/api/v1/auth/signup', owner)
  await database.query(`update organizations set plan = 'scale' where id = $1`, [user.organization.id])
  const person = new Client(url, token)
  const { key } = await made(person, '/api/v1/apikeys', {
    name: 'chaos',
    scopes: ['read', 'write', 'execute', 'admin'],
  })
  const client = new Client(url, key)
  await made(client, '/api/v1/mcp-servers', { name: 'Ledger', url: ledger.url })
  const ids = new Map<string, string>()
  for (const { name, steps } of [...workflows, bystander, ...others]) {
    const { id, status, diagnostics } = await made(client, '/api/v1/workflows', {
      name,
      prompt: name,
      plan: { steps },
    })
    if (status !== 'ready') throw new Error(`workflow ${name} is not ready: ${JSON.stringify(diagnostics)}`)
    ids.set(name, id)
  }
  return { key, ids }
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered
async function made(client: Client, path: string, request: object): Promise<any> {
  const { status, body } = await client.post(path, request)
  if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}
