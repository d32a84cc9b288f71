// The panel that sets filters of the list of runs.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { Check, Field, Input, Select } from '../../parts/field.tsx'
import { words } from '../../words/runs/list.ts'
import { statusWords } from '../../words/statuses.ts'
import { type RunsSearch, type Status, statuses, statusesOf, triggers } from './search.ts'

export type FilterChange = { readonly [Name in keyof RunsSearch]?: RunsSearch[Name] | undefined }

const periods = [
  [words.filter.lastHour, 3_600_000],
  [words.filter.lastDay, 86_400_000],
  [words.filter.lastWeek, 7 * 86_400_000],
] as const

interface FilterFormProps {
  readonly search: RunsSearch
  readonly onApply: (change: FilterChange) => void
}

export function FilterForm({ search, onApply }: FilterFormProps) {
  const [named, setNamed] = useState<readonly Status[]>(statusesOf(search))
  const workflows = useQuery(read('GET /api/v1/workflows', { query: { limit: 100 } }))
  const { filter } = words
  function apply(form: HTMLFormElement): void {
    const fields = new FormData(form)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || undefined
    const time = (name: string) => numberOr(text(name) && new Date(text(name)!).getTime())
    const seconds = (name: string) => numberOr(text(name) && Number(text(name)) * 1_000)
    onApply({
      status: named.length === 0 ? undefined : named.join(','),
      workflowId: text('workflowId'),
      trigger: text('trigger'),
      tool: text('tool'),
      since: time('since'),
      until: time('until'),
      atLeastMs: seconds('atLeast'),
      atMostMs: seconds('atMost'),
    })
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      <fieldset className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <legend className="mb-1.5 text-sm font-medium">{filter.status}</legend>
        {statuses.map(status => (
          <Check
            key={status}
            label={statusWords(status)}
            checked={named.includes(status)}
            onChange={({ target }) =>
              setNamed(target.checked ? [...named, status] : named.filter(each => each !== status))
            }
          />
        ))}
      </fieldset>
      <Field label={filter.workflow}>
        <Select name="workflowId" defaultValue={search.workflowId ?? ''} key={workflows.dataUpdatedAt}>
          <option value="">{filter.any}</option>
          {workflows.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={filter.trigger}>
        <Select name="trigger" defaultValue={search.trigger ?? ''}>
          <option value="">{filter.any}</option>
          {triggers.map(trigger => (
            <option key={trigger} value={trigger}>
              {words.trigger[trigger]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={filter.tool}>
        <Input name="tool" defaultValue={search.tool ?? ''} placeholder="http_get" maxLength={200} />
      </Field>
      <div className="flex flex-wrap gap-1" role="group" aria-label={filter.started}>
        {periods.map(([label, ms]) => (
          <Button key={label} className="h-7 px-2" onClick={() => onApply({ since: Date.now() - ms })}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3">
        <Field label={filter.since}>
          <Input name="since" type="datetime-local" step={1} defaultValue={localTime(search.since)} />
        </Field>
        <Field label={filter.until}>
          <Input name="until" type="datetime-local" step={1} defaultValue={localTime(search.until)} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={`${filter.atLeastMs} (${filter.seconds})`}>
          <Input name="atLeast" inputMode="decimal" defaultValue={secondsOf(search.atLeastMs)} />
        </Field>
        <Field label={`${filter.atMostMs} (${filter.seconds})`}>
          <Input name="atMost" inputMode="decimal" defaultValue={secondsOf(search.atMostMs)} />
        </Field>
      </div>
      <Button type="submit" look="primary">
        {filter.apply}
      </Button>
    </form>
  )
}

function numberOr(value: number | '' | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
}

function secondsOf(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms / 1_000)
}

/** As a field of local time wants it: in the zone of the viewer. */
function localTime(at: number | undefined): string {
  if (at === undefined) return ''
  const time = new Date(at)
  return new Date(at - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
