// The outbox of events as an entity, for those who write in a transaction of an entity manager. Apart from the feed, which
// hosts load: MikroORM stays in the main thread.
import { defineEntity, p } from '@mikro-orm/postgresql'
import type { EventType } from '../domain/event.ts'

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
