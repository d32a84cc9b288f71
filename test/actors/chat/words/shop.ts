// A service with workflows that end in all ways, for talks.
import type { JsonObject } from '../../../../domain/json.ts'
import { SmallService } from './small-service.ts'

const text = { type: 'string' }

/** Name to the schemas of its inputs. */
const workflows: Readonly<Record<string, JsonObject>> = {
  'Order total': { orders: { type: 'array', items: text } },
  'Invoice report': {},
  'Invoice reminder': { days: { type: 'integer', minimum: 1 }, to: { type: 'string', format: 'email' } },
  'Pay invoice': {},
  'Import customers': { csv: text },
  Greeting: { language: { enum: ['english', 'french', 'german'] }, isFormal: { type: 'boolean' } },
  'Nightly sync': {},
}

export function openShop(): SmallService {
  const service = new SmallService()
  for (const [name, inputs] of Object.entries(workflows)) {
    const used = Object.keys(inputs).map(input => `{{inputs.${input}}}`)
    service.workflow(name, used.length === 0 ? 'Return "done"' : `Return "${used.join(', ')}"`, inputs)
  }
  const { outcomes } = service
  outcomes.set('Order total', ({ orders }) => ({
    status: 'completed',
    output: (orders as readonly string[]).map((id, index) => ({ id, total: index * 10 })),
  }))
  outcomes.set('Invoice report', () => ({ status: 'failed', error: 'the server said 500' }))
  outcomes.set('Invoice reminder', ({ days }) => ({ status: 'completed', output: `in ${days} days` }))
  outcomes.set('Pay invoice', () => ({
    status: 'awaiting_approval',
    asks: { message: 'Pay 5,000 to Bob?', tool: 'pay', args: { amount: 5_000 } },
  }))
  outcomes.set('Import customers', ({ csv }) => ({
    status: 'completed',
    output: { rows: String(csv).split('\n').length - 1 },
  }))
  outcomes.set('Greeting', inputs => ({ status: 'completed', output: inputs }))
  return service
}
