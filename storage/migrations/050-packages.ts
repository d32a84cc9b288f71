// The npm package that an installed tool server runs: JSON text, KeptPackage. Null for every other one.
import { Migration } from '@mikro-orm/migrations'

export class Packages extends Migration {
  override up(): void {
    this.addSql('alter table tool_servers add column catalog_package text')
  }
}
