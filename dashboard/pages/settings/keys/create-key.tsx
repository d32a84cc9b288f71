// A new API key: its name, scopes in plain words, when it expires, and what else it is limited to.
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Body } from '../../../../http/client.ts'
import { api } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Check, Field, FieldErrors, Input, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { words } from '../../../words/settings/api-keys.ts'
import { LinesField, linesOf } from '../shared/lines-field.tsx'
import { type CreatedKey, type Scope, scopes } from './key-texts.ts'

export interface CreateKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (key: CreatedKey) => void
}

const dayMs = 86_400_000

export function CreateKey({ isOpen, onClose, onCreated }: CreateKeyProps) {
  const client = useQueryClient()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.create}>
      <Form
        action={words.create}
        onSend={async (fields, form) => {
          const made = await api('POST /api/v1/apikeys', { body: bodyOf(fields, form, Date.now()) })
          onCreated(made)
          void client.invalidateQueries({ queryKey: ['GET /api/v1/apikeys'] })
        }}
      >
        <TextField
          label={words.name}
          name="name"
          hint={words.nameHint}
          placeholder={words.namePlaceholder}
          maxLength={200}
          autoComplete="off"
        />
        <Scopes />
        <Expiry />
        <Limits />
      </Form>
    </Dialog>
  )
}

function Scopes() {
  const user = useUser()
  const error = use(FieldErrors)['scopes']
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{words.scopes}</legend>
      {scopes
        .filter(scope => isUsual(scope) || hasRole(user, 'admin'))
        .map(scope => (
          <Check
            key={scope}
            name="scopes"
            value={scope}
            label={words.scopeWords[scope]}
            hint={words.scopeHints[scope]}
            defaultChecked={isUsual(scope)}
          />
        ))}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What a key has unless somebody takes it away. */
function isUsual(scope: Scope): boolean {
  return scope !== 'admin' && scope !== 'confirm'
}

function Expiry() {
  const [choice, setChoice] = useState('90')
  const error = use(FieldErrors)['expiresAt']
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={words.expiry} error={error}>
        <Select name="expiry" value={choice} onChange={event => setChoice(event.target.value)}>
          {Object.entries(words.expiries).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {choice === 'date' && (
        <Field label={words.expiryDay}>
          <Input type="date" name="expiresAt" required />
        </Field>
      )}
    </div>
  )
}

function Limits() {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{words.limitMore}</Button>
      </div>
    )
  return (
    <>
      <LinesField
        name="tools"
        label={words.tools}
        hint={words.toolsHint}
        placeholder={'run_*\nlist_workflows'}
        isOptional
      />
      <LinesField
        name="allowedIps"
        label={words.ips}
        hint={words.ipsHint}
        placeholder="203.0.113.0/24"
        isOptional
      />
      <LinesField
        name="allowedOrigins"
        label={words.origins}
        hint={words.originsHint}
        placeholder="https://shop.example"
        isOptional
      />
      <TextField
        name="budget"
        label={words.budget}
        hint={words.budgetHint}
        type="number"
        min={1}
        inputMode="numeric"
        isOptional
      />
    </>
  )
}

function bodyOf(
  fields: Readonly<Record<string, string>>,
  form: FormData,
  now: number,
): Body<'POST /api/v1/apikeys'> {
  const lists = (['tools', 'allowedIps', 'allowedOrigins'] as const).map(
    name => [name, linesOf(fields[name])] as const,
  )
  return {
    name: fields['name']!,
    scopes: form.getAll('scopes') as Scope[],
    expiresAt: expiryOf(fields, now),
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...(fields['budget'] && { budget: Number(fields['budget']) }),
  }
}

/** The end of the chosen day where the person is; null for never. */
function expiryOf({ expiry, expiresAt }: Readonly<Record<string, string>>, now: number): number | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return new Date(`${expiresAt}T23:59:59`).getTime()
  return now + Number(expiry) * dayMs
}
