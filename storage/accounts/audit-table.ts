// The audit log as a MikroORM entity, for stores that write an entry in a transaction of an entity manager.
// It is a file of its own because hosts write entries too, and MikroORM stays in the main thread.
import { defineEntity, p } from '@mikro-orm/postgresql'

/** For `em.insert(AuditTable, auditRow(entry))` in a transaction of an entity manager. */
export const AuditTable = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    action: p.text(),
    actorId: p.text().nullable(),
    actorKeyId: p.text().nullable(),
    targetType: p.text().nullable(),
    targetId: p.text().nullable(),
    targetName: p.text().nullable(),
    details: p.text(),
    address: p.text().nullable(),
    createdAt: p.bigint('number'),
  },
})
