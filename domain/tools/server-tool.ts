// A tool of a server as GET /mcp-servers/:id shows it: its definition, its settings and its changes. Also
// the publication of a server's actor, which hubs, lists and that answer read.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { JsonValue } from '../json.ts'
import { changeKinds } from '../schema/schema-drift.ts'
import { ObservedSchema, type ToolDefinition } from './tool.ts'
import type { ToolServerProtocol, ToolServerStatus } from './tool-server.ts'
import { approvalModes, type ToolControls, ToolRate, toolStatuses } from './tool-settings.ts'

export const ToolChange = z.object({
  path: z.string(),
  kind: z.enum(changeKinds).meta(openValues),
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
  /** The effective mode: the tool's own, else the server's default. */
  approval: z.enum(approvalModes),
  timeoutMs: z.int().nullable(),
  rate: ToolRate.nullable(),
  pinnedAt: z.int(),
  /** As in `GET /tools`. */
  observedSchema: ObservedSchema,
  /** What the server now offers instead of the pinned definition. An admin accepts it by its `pin`. */
  drift: z
    .object({
      since: z.int(),
      pin: z.string(),
      changes: z.array(ToolChange),
      usedBy: z.array(ToolUse),
    })
    .nullable(),
  /** The last change that broke nobody and so was accepted by itself. */
  growth: z.object({ at: z.int(), changes: z.array(ToolChange) }).nullable(),
})
export type ServerTool = z.infer<typeof ServerTool>

/** A tool as the row stores it; its uses and what was observed are looked up when it is shown. */
export type PublishedTool = Omit<ServerTool, 'drift' | 'observedSchema'> & {
  readonly drift: Omit<NonNullable<ServerTool['drift']>, 'usedBy'> | null
}

export interface Publication {
  readonly id: string
  readonly organizationId: string
  /** Revision of the setting that this follows from; it never overwrites a row with another one. */
  readonly revision: number
  /** Counts up: an older one never overwrites a newer one. */
  readonly version: number
  readonly status: ToolServerStatus
  readonly error: string | null
  readonly protocol: ToolServerProtocol | null
  readonly lastCheckedAt: number | null
  /** The tools that can be called. */
  readonly tools: readonly ToolDefinition[]
  readonly controls: ToolControls
  readonly details: readonly PublishedTool[]
}
