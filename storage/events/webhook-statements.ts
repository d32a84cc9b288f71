// The SQL of storage/events/webhooks.ts. A removed webhook keeps its row (`removed_at`) until retention has
// removed its deliveries; no read here finds it.
import type { Statement } from '../postgres/statement.ts'

const columns = `id, url, events, description, active, disabled_reason as "disabledReason",
  failing_since as "failingSince", old_secret_until as "oldSecretUntil", created_at as "createdAt"`
const own = 'organization_id = $1 and id = $2 and removed_at is null'

export const find: Statement = { name: 'webhooks.get', text: `select ${columns} from webhooks where ${own}` }

export const list: Statement = {
  name: 'webhooks.list',
  text: `select ${columns} from webhooks
    where organization_id = $1 and removed_at is null and ($2::text is null or id < $2) order by id desc limit $3`,
}

/** Two requests that create a webhook at the same time count one after the other. */
export const lock: Statement = {
  name: 'webhooks.lock',
  text: 'select id from organizations where id = $1 for no key update',
}

export const insert: Statement = {
  name: 'webhooks.insert',
  text: `insert into webhooks (id, organization_id, url, events, description, active, sealed_secret, created_by,
      created_at, position, listens_since, revision, told)
    select $1, $2, $3, $4::text[], $5, true, $6, $7, $8::bigint,
      coalesce((select max(position) from events), 0), $8::bigint, 1, 0
    where (select count(*) from webhooks where organization_id = $2 and removed_at is null) < $9::bigint
    returning ${columns}`,
}

/** A webhook that is switched on gets the events from then on. */
export const update: Statement = {
  name: 'webhooks.update',
  text: `update webhooks set url = coalesce($3, url), events = coalesce($4::text[], events),
      description = case when $5::boolean then $6 else description end, active = coalesce($7::boolean, active),
      position = case when $7 and not active then coalesce((select max(position) from events), 0) else position end,
      listens_since = case when $7 and not active then $8::bigint else listens_since end,
      disabled_reason = case when $7 then null else disabled_reason end,
      failing_since = case when $7 and not active then null else failing_since end,
      revision = revision + 1
    where ${own} returning ${columns}`,
}

export const rotate: Statement = {
  name: 'webhooks.rotate',
  text: `update webhooks set sealed_secret = $3, old_secret_until = $4::bigint,
      sealed_old_secret = case when $4::bigint is null then null else sealed_secret end
    where ${own} returning ${columns}`,
}

export const remove: Statement = {
  name: 'webhooks.remove',
  text: `update webhooks set removed_at = $3::bigint, active = false where ${own} returning ${columns}`,
}

export const secrets: Statement = {
  name: 'webhooks.secrets',
  text: `select sealed_secret as "sealedSecret", sealed_old_secret as "sealedOldSecret",
      old_secret_until as "oldSecretUntil" from webhooks where ${own}`,
}

export const setting: Statement = {
  name: 'webhooks.setting',
  text: `select id, organization_id as "organizationId", active, revision from webhooks where ${own}`,
}

export const unsynced: Statement = {
  name: 'webhooks.untold',
  text: `select id, organization_id as "organizationId", active, revision from webhooks
    where revision > told and removed_at is null and id > $1 order by id limit $2`,
}

export const markSynced: Statement = {
  name: 'webhooks.told',
  text: 'update webhooks set told = $3 where organization_id = $1 and id = $2 and told < $3::integer',
}
