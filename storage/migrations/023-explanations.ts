// A version keeps the words in which its planner explained the plan. Older versions have none.
import { Migration } from '@mikro-orm/migrations'

export class Explanations extends Migration {
  override up(): void {
    this.addSql('alter table workflow_versions add column explanation text;')
  }
}
