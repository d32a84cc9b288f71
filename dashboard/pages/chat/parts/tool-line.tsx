// One line about a tool that the assistant calls; folded up in it: with what, and what came back.
import type { ToolPart } from '@service/chat/client/wire.ts'
import { shownName } from '../../../../domain/shown/shown.ts'
import { StatusIcon } from '../../../parts/status.tsx'
import { Value } from '../../../parts/value.tsx'
import { words } from '../../../words/chat.ts'

const statuses: Readonly<Record<ToolPart['status'], string>> = {
  running: 'running',
  awaiting_approval: 'awaiting_approval',
  done: 'completed',
  failed: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
}

export function ToolLine({ tool: { name, status, args, output, error } }: { readonly tool: ToolPart }) {
  return (
    <details className="rounded-md border bg-raised text-sm">
      <summary className="flex items-center gap-2 px-3 py-1.5 text-dim">
        <StatusIcon status={statuses[status]} />
        <span className="min-w-0 truncate">{words.tool[status](shownName(name))}</span>
      </summary>
      <div className="flex flex-col gap-3 border-t p-3">
        {args !== null && <Value value={args} label={words.arguments} />}
        {output !== null && <Value value={output} label={words.result} />}
        {error !== null && (
          <p dir="auto" className="text-bad">
            {error}
          </p>
        )}
      </div>
    </details>
  )
}
