// The outbox of events as a MikroORM entity, for stores that publish in a transaction of an entity manager.
// It is a file of its own because hosts load the feed, and MikroORM stays in the main thread.
import { defineEntity, p } from '@mikro-orm/postgresql'
import type { EventType } from '../../domain/news/event.ts'

/** For `em.insert(EventOutboxTable, eventRow(event))` in a transaction of an entity manager. */
export const EventOutboxTable = defineEntity({
  name: 'OutboxEvent',
  tableName: 'event_outbox',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    type: p.text().$type<EventType>(),
    resource: p.text(),
    createdAt: p.bigint('number'),
    body: p.text(),
  },
})
