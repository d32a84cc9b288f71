// The filters of the audit log: action, person, days, and a target that was chosen in the list.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { only } from '../../../app/search.ts'
import { Button } from '../../../parts/button.tsx'
import { Field, Input, Select } from '../../../parts/field.tsx'
import { actionWords, words } from '../../../words/settings/audit.ts'
import { everybody } from '../shared/names.ts'
import type { AuditSearch } from './search.ts'

const route = getRouteApi('/in/settings/audit')

export function AuditFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: members = [] } = useQuery(everybody)
  const choose = (changes: { [Name in keyof AuditSearch]: string }) => {
    const filled = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== '')
    void navigate({ search: Object.fromEntries(filled), replace: true })
  }
  const actions = Object.entries(actionWords).toSorted(([, a], [, b]) => a.localeCompare(b))
  const isOtherAction = search.action !== undefined && !(search.action in actionWords)
  const isOtherActor = search.actor !== undefined && members.every(({ userId }) => userId !== search.actor)
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Field label={words.action}>
          <Select value={search.action ?? ''} onChange={event => choose({ action: event.target.value })}>
            <option value="">{words.anyAction}</option>
            {isOtherAction && <option value={search.action}>{search.action}</option>}
            {actions.map(([action, text]) => (
              <option key={action} value={action}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.actor}>
          <Select value={search.actor ?? ''} onChange={event => choose({ actor: event.target.value })}>
            <option value="">{words.anybody}</option>
            {isOtherActor && <option value={search.actor}>{search.actor}</option>}
            {members
              .filter(({ status }) => status === 'active')
              .map(({ userId, name, email }) => (
                <option key={userId} value={userId}>
                  {name ?? email}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={words.from}>
          <Input
            type="date"
            value={search.from ?? ''}
            onChange={event => choose({ from: event.target.value })}
          />
        </Field>
        <Field label={words.to}>
          <Input type="date" value={search.to ?? ''} onChange={event => choose({ to: event.target.value })} />
        </Field>
      </div>
      {search.target !== undefined && (
        <div>
          <Button
            className="max-w-full"
            aria-label={`${words.remove}: ${words.onTarget(search.target)}`}
            onClick={() => void navigate({ search: only({ ...search, target: undefined }), replace: true })}
          >
            <span className="truncate">{words.onTarget(search.target)}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Button>
        </div>
      )}
    </div>
  )
}
