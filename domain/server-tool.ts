// A tool of a server as GET /mcp-servers/:id shows it: what it is, what is set for it, and how it has changed; and what
// the actor of a server publishes, for hubs, lists and that answer.
import { z } from 'zod'
import { JsonValue } from './json.ts'
import { changeKinds } from './schema-drift.ts'
import type { ToolDefinition } from './tool.ts'
import type { ToolServerProtocol, ToolServerStatus } from './tool-server.ts'
import { approvalModes, type ToolControls, ToolRate, toolStatuses } from './tool-settings.ts'

export const ToolChange = z.object({
  path: z.string(),
  kind: z.enum(changeKinds),
  before: JsonValue.nullable(),
  after: JsonValue.nullable(),
  isBreaking: z.boolean(),
})

/** A workflow version that calls a tool. */
export const ToolUse = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.int(),
  active: z.boolean(),
})
export type ToolUse = z.infer<typeof ToolUse>

export const ServerTool = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(toolStatuses),
  /** What holds: the tool's own setting, else the server's default. */
  approval: z.enum(approvalModes),
  timeoutMs: z.int().nullable(),
  rate: ToolRate.nullable(),
  pinnedAt: z.int(),
  /** What the server offers instead of what was pinned. `pin` names it when it is accepted. */
  drift: z
    .object({
      since: z.int(),
      pin: z.string(),
      changes: z.array(ToolChange),
      usedBy: z.array(ToolUse),
    })
    .nullable(),
  /** The last change that hurts nobody, and was taken. */
  growth: z.object({ at: z.int(), changes: z.array(ToolChange) }).nullable(),
})
export type ServerTool = z.infer<typeof ServerTool>

/** A tool as it is kept with the row; which workflows use it is asked when it is shown. */
export type PublishedTool = Omit<ServerTool, 'drift'> & {
  readonly drift: Omit<NonNullable<ServerTool['drift']>, 'usedBy'> | null
}

export interface Publication {
  readonly id: string
  readonly organizationId: string
  /** Of the setting that this follows from: a row of another one is left alone. */
  readonly revision: number
  /** Counts up: an older one never overwrites a newer one. */
  readonly version: number
  readonly status: ToolServerStatus
  readonly error: string | null
  readonly protocol: ToolServerProtocol | null
  readonly lastCheckedAt: number | null
  /** Those that can be called. */
  readonly tools: readonly ToolDefinition[]
  readonly controls: ToolControls
  readonly details: readonly PublishedTool[]
}
