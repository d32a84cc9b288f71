// The row of a tool server that hubs and lists read, as a function of its actor's state. The effect `publish`
// writes it.
import { withholds } from '../../domain/tools/drift.ts'
import type { Publication, PublishedTool } from '../../domain/tools/server-tool.ts'
import type { ToolServerStatus } from '../../domain/tools/tool-server.ts'
import { effectiveSetting, type ToolStatus } from '../../domain/tools/tool-settings.ts'
import type { PinnedTool, State } from './protocol.ts'

export function publicationOf(state: State): Publication {
  const { protocol, lastCheckedAt, tools, version, settings } = state
  const { id, organizationId, revision, defaults } = state.setting!
  const statuses = new Map(tools.map(tool => [tool, statusOf(state, tool)]))
  return {
    ...{ id, organizationId, revision, version, protocol, lastCheckedAt },
    status: serverStatus(state),
    error: errorOf(state),
    tools: tools.filter(tool => statuses.get(tool) === 'active').map(tool => tool.definition),
    controls: {
      defaults,
      settings,
      withheld: [...statuses].flatMap(
        ([
          {
            definition: { name },
          },
          status,
        ]) => (status === 'active' ? [] : [{ name, status }]),
      ),
    },
    details: tools.map(tool => detailOf(state, tool, statuses.get(tool)!)),
  }
}

export function serverStatus({ outage, listPin, parked, tools, refused }: State): ToolServerStatus {
  if (outage !== null || listPin === null || parked !== null) return 'down'
  const drifted = tools.filter(isWithheld).length
  if (drifted > 0 && drifted === tools.length) return 'quarantined'
  return drifted > 0 || refused.length > 0 ? 'degraded' : 'healthy'
}

/** `off` wins: an admin wants it, whatever the server does. */
function statusOf({ settings }: State, { definition, drift }: PinnedTool): ToolStatus {
  if (settings.some(({ name, enabled }) => name === definition.name && !enabled)) return 'off'
  if (drift === null || !isWithheld({ drift })) return 'active'
  return drift.offered === null ? 'removed' : 'quarantined'
}

function isWithheld({ drift }: Pick<PinnedTool, 'drift'>): boolean {
  return drift !== null && (drift.offered === null || withholds(drift.changes))
}

function errorOf({ outage, parked, tools, refused }: State): string | null {
  if (parked !== null) return `its checks were stopped: ${parked}`
  if (outage !== null) return outage.error
  const drifted = tools.filter(isWithheld).map(tool => tool.definition.name)
  const left = refused.map(({ name, reason }) => `${name} (${reason})`)
  const problems = [
    ...(drifted.length > 0
      ? [`${named(drifted)} changed and ${drifted.length === 1 ? 'is' : 'are'} not called until accepted`]
      : []),
    ...(left.length > 0 ? [`${left.length} tools were left out: ${named(left, shownReasons)}`] : []),
  ]
  return problems.length === 0 ? null : problems.join('; ')
}

/** Tools that are left out are nowhere else. */
const shownReasons = 20

function named(names: readonly string[], most = 3): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.slice(0, most).join(', ')}${more}`
}

function detailOf({ setting, settings }: State, tool: PinnedTool, status: ToolStatus): PublishedTool {
  const { definition, pinnedAt, drift, growth } = tool
  const { name, description } = definition
  const own = settings.find(one => one.name === name)
  return {
    ...{ name, description, status, pinnedAt },
    ...effectiveSetting(setting!.defaults, own),
    drift: drift && { since: drift.since, pin: drift.pin, changes: [...drift.changes] },
    growth: growth && { at: growth.at, changes: [...growth.changes] },
  }
}
