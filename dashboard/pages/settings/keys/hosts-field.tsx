// Where a credential may go: a list of hosts, or anywhere, which is warned of.
import { useState } from 'react'
import { Field, Select } from '../../../parts/field.tsx'
import { Note } from '../../../parts/notes.tsx'
import { words } from '../../../words/settings/credentials.ts'
import { LinesField, linesOf } from '../shared/lines-field.tsx'

const anyHost = '*'

export function HostsField({ hosts = [] }: { readonly hosts?: readonly string[] }) {
  const [choice, setChoice] = useState(hosts.includes(anyHost) ? 'any' : 'listed')
  return (
    <>
      <Field label={words.hosts}>
        <Select name="hostsChoice" value={choice} onChange={event => setChoice(event.target.value)}>
          {Object.entries(words.hostsChoice).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {choice === 'any' ? (
        <Note tone="warn">{words.anyWarning}</Note>
      ) : (
        <LinesField
          name="allowedHosts"
          label={words.hostList}
          hint={words.hostsHint}
          placeholder="api.github.com"
          defaultValue={hosts.filter(host => host !== anyHost)}
        />
      )}
    </>
  )
}

export function hostsOf({ hostsChoice, allowedHosts }: Readonly<Record<string, string>>): string[] {
  return hostsChoice === 'any' ? [anyHost] : linesOf(allowedHosts)
}

export function hostText(hosts: readonly string[]): string {
  if (hosts.includes(anyHost)) return words.anyHost
  return hosts.length === 0 ? words.noHost : hosts.join(', ')
}
