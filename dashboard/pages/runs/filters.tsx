// The filters of the list of runs: one chip for each that holds, and a panel to add others. All of them live
// in the address.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { Popover } from '../../parts/popover.tsx'
import { durationText, exactTime } from '../../parts/time.tsx'
import { words } from '../../words/runs/list.ts'
import { statusWords } from '../../words/statuses.ts'
import { FilterForm } from './filter-form.tsx'
import { type RunsSearch, statusesOf } from './search.ts'

/** Changes the address: what is undefined goes. */
export function useChange(): (change: { readonly [Name in keyof RunsSearch]?: unknown }) => void {
  const navigate = useNavigate()
  return change =>
    void navigate({ to: '/runs', search: before => ({ ...before, ...change }) as RunsSearch, replace: true })
}

interface Chip {
  readonly label: string
  readonly without: { readonly [Name in keyof RunsSearch]?: unknown }
}

export function Filters({ search }: { readonly search: RunsSearch }) {
  const change = useChange()
  const [isOpen, setOpen] = useState(false)
  const workflow = useQuery({
    ...read('GET /api/v1/workflows/:id', { params: { id: search.workflowId ?? '' } }),
    enabled: search.workflowId !== undefined,
  })
  const chips = chipsOf(search, workflow.data?.name)
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={words.filters}>
      <Popover
        label={words.addFilter}
        align="start"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={<Button icon={<ListFilter className="size-4" />}>{words.addFilter}</Button>}
      >
        <FilterForm
          search={search}
          onApply={next => {
            change(next)
            setOpen(false)
          }}
        />
      </Popover>
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={words.remove(label)}
          onClick={() => change(without)}
          className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border bg-accent-soft ps-3 pe-2 text-sm hover:border-strong"
        >
          <span className="truncate">{label}</span>
          <X aria-hidden="true" className="size-3.5 shrink-0" />
        </button>
      ))}
      {chips.length > 1 && (
        <Button
          look="quiet"
          onClick={() => change(Object.fromEntries(Object.keys(search).map(name => [name, undefined])))}
        >
          {words.clear}
        </Button>
      )}
    </div>
  )
}

function chipsOf(search: RunsSearch, workflowName: string | undefined): readonly Chip[] {
  const named = statusesOf(search)
  const { filter } = words
  const chips: (Chip | undefined)[] = [
    ...named.map(status => {
      const left = named.filter(each => each !== status).join(',')
      return { label: statusWords(status), without: { status: left === '' ? undefined : left } }
    }),
    search.workflowId === undefined
      ? undefined
      : {
          label: `${filter.workflow}: ${workflowName ?? search.workflowId}`,
          without: { workflowId: undefined },
        },
    search.trigger === undefined
      ? undefined
      : {
          label: `${filter.trigger}: ${words.trigger[search.trigger] ?? search.trigger}`,
          without: { trigger: undefined },
        },
    search.tool === undefined
      ? undefined
      : { label: `${filter.tool} ${search.tool}`, without: { tool: undefined } },
    search.since === undefined
      ? undefined
      : { label: `${filter.since} ${exactTime(search.since)}`, without: { since: undefined } },
    search.until === undefined
      ? undefined
      : { label: `${filter.until} ${exactTime(search.until)}`, without: { until: undefined } },
    search.atLeastMs === undefined
      ? undefined
      : {
          label: `${filter.atLeastMs} ${durationText(search.atLeastMs)}`,
          without: { atLeastMs: undefined },
        },
    search.atMostMs === undefined
      ? undefined
      : { label: `${filter.atMostMs} ${durationText(search.atMostMs)}`, without: { atMostMs: undefined } },
  ]
  return chips.filter(chip => chip !== undefined)
}
