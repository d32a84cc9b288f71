// The tools of a server: switched on and off, with the approval that each call needs; what has changed stands
// first, and is accepted here.
import { shownLine, shownName } from '../../../../domain/shown/shown.ts'
import type { Answer } from '../../../../http/client.ts'
import { useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Select, Switch } from '../../../parts/field.tsx'
import { Lines } from '../../../parts/shown/shown-value.tsx'
import { Badge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'

type Server = Answer<'GET /api/v1/mcp-servers/:id'>
type Tool = Server['tools'][number]

const refreshes = ['GET /api/v1/mcp-servers/:id', 'GET /api/v1/mcp-servers', 'GET /api/v1/tools'] as const

export function ServerTools({ server: { id, tools } }: { readonly server: Server }) {
  const held = tools.filter(({ drift }) => drift !== null)
  return (
    <>
      {held.map(tool => (
        <Drift key={tool.name} serverId={id} tool={tool} />
      ))}
      <ul className="rounded-lg border bg-raised">
        {tools.map(tool => (
          <ToolRow key={tool.name} serverId={id} tool={tool} />
        ))}
      </ul>
    </>
  )
}

interface ToolProps {
  readonly serverId: string
  readonly tool: Tool
}

function ToolRow({ serverId: id, tool: { name, description, status, approval } }: ToolProps) {
  const isAdmin = hasRole(useUser(), 'admin')
  const set = useCall('PUT /api/v1/mcp-servers/:id/tools/:name', { refreshes })
  const params = { id, name }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex items-center gap-2">
          <code className="font-mono text-xs font-semibold">{shownName(name)}</code>
          {status !== 'active' && (
            <Badge tone={status === 'off' ? 'quiet' : 'warn'}>{words.statuses[status]}</Badge>
          )}
        </div>
        <p className="line-clamp-2 text-sm text-dim">{shownLine(description)}</p>
      </div>
      <Select
        aria-label={words.approvalOf(name)}
        className="max-w-56"
        value={approval}
        disabled={!isAdmin || set.isPending}
        onChange={event => set.mutate({ params, body: { approval: event.target.value as typeof approval } })}
      >
        {Object.entries(words.approvals).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <Switch
        label={words.switchTool(name)}
        isOn={status !== 'off'}
        disabled={!isAdmin || set.isPending}
        onChange={enabled => set.mutate({ params, body: { enabled } })}
      />
    </li>
  )
}

function Drift({ serverId: id, tool: { name, drift, status } }: ToolProps) {
  const isAdmin = hasRole(useUser(), 'admin')
  const accept = useCall('POST /api/v1/mcp-servers/:id/tools/:name/accept', {
    refreshes,
    onDone: () => toast(words.accepted(shownName(name))),
  })
  if (drift === null) return null
  const users = [...new Set(drift.usedBy.map(use => shownLine(use.workflowName)))].join(', ')
  const title = words.drift(shownName(name))
  return (
    <section aria-label={title} className="mb-4 rounded-lg border border-warn bg-warn-soft p-4">
      <h3 className="font-medium">{title}</h3>
      <p className="text-sm">
        {status === 'removed' ? words.gone : words.driftLead} <Time at={drift.since} />
      </p>
      <ul className="my-2 flex flex-col gap-2 font-mono text-xs leading-5">
        {drift.changes.map(({ path, kind, before, after, isBreaking }) => (
          <li key={`${path} ${kind}`} className="wrap-anywhere">
            <bdi>{shownName(path || '/')}</bdi> {isBreaking && <Badge tone="bad">{words.breaking}</Badge>}
            <del className="block border-s-2 ps-2 text-dim no-underline">
              <span className="sr-only">{words.before}: </span>
              <Lines value={before} />
            </del>
            <ins className="block border-s-2 border-strong ps-2 no-underline">
              <span className="sr-only">{words.after}: </span>
              <Lines value={after} />
            </ins>
          </li>
        ))}
      </ul>
      {users !== '' && <p className="mb-2 text-sm">{words.usedBy(users)}</p>}
      {isAdmin && (
        <Button
          isBusy={accept.isPending}
          onClick={() => accept.mutate({ params: { id, name }, body: { pin: drift.pin } })}
        >
          {words.accept}
        </Button>
      )}
    </section>
  )
}
