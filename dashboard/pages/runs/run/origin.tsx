// Where a step comes from and where it ran: the words of the prompt that made it, its tool, the tool's
// server.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../app/api.ts'
import { StatusBadge } from '../../../parts/status.tsx'
import { words } from '../../../words/runs/run.ts'
import { Part } from './part.tsx'
import type { PlanStep, Version } from './standing.ts'

interface OriginProps {
  readonly tool: string | null
  readonly declared: PlanStep | undefined
  readonly version: Version | undefined
}

export function Origin({ tool, declared, version }: OriginProps) {
  return (
    <>
      {tool !== null && (
        <Part title={words.step.tool}>
          <p className="font-mono text-xs">{tool}</p>
          <Server tool={tool} />
        </Part>
      )}
      {declared?.span != null && version !== undefined && (
        <Part title={words.step.words}>
          <Quote prompt={version.prompt} span={declared.span} />
        </Part>
      )}
    </>
  )
}

/** The server behind the tool; tools that are built in have none. */
function Server({ tool }: { readonly tool: string }) {
  const slug = tool.includes('__') ? tool.slice(0, tool.indexOf('__')) : null
  const servers = useQuery({
    ...read('GET /api/v1/mcp-servers', { query: { limit: 100 } }),
    enabled: slug !== null,
  })
  if (slug === null) return <p className="text-xs text-dim">{words.step.builtIn}</p>
  const server = servers.data?.find(each => each.slug === slug)
  if (server === undefined) return null
  return (
    <p className="mt-1 flex items-center gap-2 text-sm">
      <Link to="/settings/mcp-servers/$id" params={{ id: server.id }} className="text-accent">
        {server.name}
      </Link>
      <StatusBadge status={server.status} />
    </p>
  )
}

const around = 160

/** The words that made the step, with some of what stands around them. */
function Quote({
  prompt,
  span: [start, end],
}: {
  readonly prompt: string
  readonly span: readonly [number, number]
}) {
  const from = Math.max(0, start - around)
  const to = Math.min(prompt.length, end + around)
  return (
    <blockquote className="border-s-2 border-strong ps-3 text-sm whitespace-pre-wrap text-dim">
      {from > 0 && '…'}
      {prompt.slice(from, start)}
      <mark className="rounded-sm bg-accent-soft text-ink">{prompt.slice(start, end)}</mark>
      {prompt.slice(end, to)}
      {to < prompt.length && '…'}
    </blockquote>
  )
}
