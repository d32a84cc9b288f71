// What waits for a place, in the order in which places are given (storage/queues.ts). Only gated executions are ever
// queued, so others do not pay for it.
import { Migration } from '@mikro-orm/migrations'

export class Queue extends Migration {
  override up(): void {
    this.addSql(`
      create index executions_queued on executions (organization_id, workflow_id, id) where status = 'queued'`)
  }
}
