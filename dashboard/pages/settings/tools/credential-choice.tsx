// A field that chooses one of the stored credentials, or none.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../app/api.ts'
import { Field, Select } from '../../../parts/field.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'

interface CredentialChoiceProps {
  readonly chosen?: string | null
  /** Kinds that fit; default: all. */
  readonly kinds?: readonly string[]
  readonly name?: string
  readonly hint?: string
}

export function CredentialChoice({
  chosen = null,
  kinds,
  name = 'credentialId',
  hint = words.credentialHint,
}: CredentialChoiceProps) {
  const { data } = useQuery(read('GET /api/v1/credentials', { query: { limit: 100 } }))
  const fitting = data?.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
  // Shown once the list is there: a field cannot choose what it does not have.
  if (fitting === undefined) return null
  return (
    <Field label={words.credential} hint={hint} isOptional>
      <Select name={name} defaultValue={chosen ?? ''}>
        <option value="">{words.noCredential}</option>
        {fitting.map(each => (
          <option key={each.id} value={each.id}>
            {each.name} ({each.kind})
          </option>
        ))}
      </Select>
    </Field>
  )
}
