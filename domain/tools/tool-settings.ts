// What an admin sets for the tools of a server: whether a tool can be called, whether somebody has to
// approve each call, how often and for how long it may be called. The server has defaults; a tool's own
// settings win over them.
import { z } from 'zod'
import type { DiagnosticCode } from '../plan/diagnostics.ts'
import type { ToolDefinition } from './tool.ts'

export const approvalModes = ['never', 'always', 'destructive'] as const
/** Which calls somebody must approve: none, all, or those of a destructive tool. */
export type ApprovalMode = (typeof approvalModes)[number]

export const toolSettingBounds = { perMinute: 60_000, timeoutMs: 15 * 60_000 } as const

/** Calls of one tool by the whole organization in a minute. */
export const ToolRate = z.object({ perMinute: z.int().min(1).max(toolSettingBounds.perMinute) })
export type ToolRate = z.infer<typeof ToolRate>

const timeoutMs = z.int().min(100).max(toolSettingBounds.timeoutMs)

/** Null: no limit. */
export const ToolDefaults = z.object({
  approval: z.enum(approvalModes),
  rate: ToolRate.nullable(),
  timeoutMs: timeoutMs.nullable(),
})
export type ToolDefaults = z.infer<typeof ToolDefaults>

/** Absent fields stay as they are. */
export const ChangeToolDefaults = ToolDefaults.partial()
export type ChangeToolDefaults = z.infer<typeof ChangeToolDefaults>

export const initialDefaults: ToolDefaults = { approval: 'never', rate: null, timeoutMs: null }

/** Absent fields stay as they are; null goes back to the server's default. */
export const ChangeToolSetting = z.object({
  enabled: z.boolean().optional(),
  approval: z.enum(approvalModes).nullish(),
  rate: ToolRate.nullish(),
  timeoutMs: timeoutMs.nullish(),
})
export type ChangeToolSetting = z.infer<typeof ChangeToolSetting>

/** Settings of one tool; null: the server's default. */
export interface ToolSetting {
  readonly name: string
  readonly enabled: boolean
  readonly approval: ApprovalMode | null
  readonly rate: ToolRate | null
  readonly timeoutMs: number | null
}

export const toolStatuses = ['active', 'off', 'quarantined', 'removed'] as const
/**
 * `quarantined`: its definition changed. `removed`: the server no longer has it. Neither is called until
 * accepted.
 */
export type ToolStatus = (typeof toolStatuses)[number]

/** A tool that exists but cannot be called. */
export interface WithheldTool {
  readonly name: string
  readonly status: Exclude<ToolStatus, 'active'>
}

/** Status by offered name. */
export type WithheldTools = ReadonlyMap<string, WithheldTool['status']>

/** What restricts the hub's calls of a server's tools. */
export interface ToolControls {
  readonly defaults: ToolDefaults
  /** Only of tools that have settings of their own. */
  readonly settings: readonly ToolSetting[]
  readonly withheld: readonly WithheldTool[]
}

export const noControls: ToolControls = { defaults: initialDefaults, settings: [], withheld: [] }

/** The setting after a change. @param before undefined: nothing was set */
export function changedSetting(
  name: string,
  before: ToolSetting | undefined,
  { enabled, approval, rate, timeoutMs }: ChangeToolSetting,
): ToolSetting {
  const old = before ?? { name, enabled: true, approval: null, rate: null, timeoutMs: null }
  return {
    name,
    enabled: enabled ?? old.enabled,
    approval: approval === undefined ? old.approval : approval,
    rate: rate === undefined ? old.rate : rate,
    timeoutMs: timeoutMs === undefined ? old.timeoutMs : timeoutMs,
  }
}

/** The effective settings of a tool: its own, completed by the server's defaults. */
export function effectiveSetting(defaults: ToolDefaults, own: ToolSetting | undefined): ToolDefaults {
  return {
    approval: own?.approval ?? defaults.approval,
    rate: own?.rate ?? defaults.rate,
    timeoutMs: own?.timeoutMs ?? defaults.timeoutMs,
  }
}

/** Must somebody approve a call of this tool? */
export function asksApproval(mode: ApprovalMode, tool: Harm): boolean {
  return mode === 'always' || (mode === 'destructive' && mayDestroy(tool))
}

type Harm = Pick<ToolDefinition, 'effect' | 'annotations'>

/**
 * A tool of a server that does not say otherwise may destroy something: by MCP the default of
 * `destructiveHint` is true.
 */
export function mayDestroy({ effect, annotations }: Harm): boolean {
  return (
    effect === 'destructive' ||
    (effect === 'write' && annotations?.destructiveHint === undefined && annotations !== undefined)
  )
}

/** Why a tool cannot be called, and what to do. @param name as it is offered */
export function withheldReason(name: string, status: WithheldTool['status']): string {
  switch (status) {
    case 'off':
      return `${name} is switched off: an admin can switch it on (PUT /api/v1/mcp-servers/:id/tools/:name)`
    case 'quarantined':
      return `${name} is quarantined, because its definition has changed: an admin can look at the change (GET /api/v1/mcp-servers/:id) and accept it (POST /api/v1/mcp-servers/:id/tools/:name/accept)`
    case 'removed':
      return `${name} is no longer offered by its server: plans that use it have to be changed, or the server has to offer it again`
  }
}

/** The code of a diagnostic about such a tool. */
export function withheldCode(status: WithheldTool['status']): DiagnosticCode {
  return ({ off: 'TOOL_OFF', quarantined: 'TOOL_QUARANTINED', removed: 'TOOL_REMOVED' } as const)[status]
}
