// What the probes of a file share: one product on one engine, an organization with one of everything in it,
// and the document that the product gives of itself. Probes that need more make organizations of their own.
import type { Answer } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { type Document, readDocument } from './matrix.ts'
import { makeOneOfEach, type Samples } from './owned.ts'
import { newOwner, type Person } from './people.ts'

export interface Probed {
  readonly engine: 'uws' | 'node'
  readonly product: Product
  readonly document: Document
  readonly owner: Person
  /** What the owner's organization has. */
  readonly samples: Samples
  /** Of a tool server with the tools echo, add and slow. */
  readonly exampleUrl: string
}

/** So many executions a month has an organization. */
export const freeExecutions = 10

export async function startProbed(engine: 'uws' | 'node'): Promise<Probed> {
  const product = await Product.start({
    environment: {
      ...{ HTTP_ENGINE: engine, FREE_TIER_EXECUTIONS: String(freeExecutions), LOGIN_FAILURES: '0' },
      // P51 and P108 read the log.
      LOG_LEVEL: 'debug',
    },
  })
  const { url } = await startExampleServer()
  const owner = await newOwner(product)
  const samples = await makeOneOfEach(product, owner, url)
  return { engine, product, document: await readDocument(product), owner, samples, exampleUrl: url }
}

/** Resolves when the log has the line of an answer, and so those of all answers before it. */
export async function logged(product: Product, { headers }: Answer): Promise<void> {
  const id = headers.get('x-request-id')!
  await until(
    async () => product.stdout,
    log => log.includes(id),
  )
}
