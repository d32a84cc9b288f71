// The tables that MikroORM writes, for storage/open-database.ts. A table that only prepared SQL writes is
// not here.
import { AuditTable } from './accounts/audit-table.ts'
import { IdentityTable } from './accounts/identities.ts'
import { MembershipTable, OrganizationTable } from './accounts/organizations.ts'
import { SessionTable } from './accounts/sessions.ts'
import { UserTable } from './accounts/users.ts'
import { EventOutboxTable } from './events/event-table.ts'
import { ToolServerTable } from './tool-servers/tool-servers.ts'
import { WorkflowTable, WorkflowVersionTable } from './workflows/workflow-tables.ts'

export const entities = [
  OrganizationTable,
  MembershipTable,
  UserTable,
  SessionTable,
  IdentityTable,
  AuditTable,
  EventOutboxTable,
  WorkflowTable,
  WorkflowVersionTable,
  ToolServerTable,
]
