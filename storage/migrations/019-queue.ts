// Index of the queued executions in the order in which places are given (storage/executions/queues.ts).
// Only gated executions are ever queued, so others do not pay for it.
import { Migration } from '@mikro-orm/migrations'

export class Queue extends Migration {
  override up(): void {
    this.addSql(`
      create index executions_queued on executions (organization_id, workflow_id, id) where status = 'queued'`)
  }
}
