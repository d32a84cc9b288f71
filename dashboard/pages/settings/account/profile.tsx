// The person's own settings: name, password, looks, and where they are signed in.
import { useState } from 'react'
import { useCall } from '../../../app/api.ts'
import { updateUser, useUser } from '../../../app/session.ts'
import { chooseTheme, type Theme, themes, useTheme } from '../../../app/theme.ts'
import { chooseTimeZone, systemTimeZone, useTimeZone } from '../../../app/time-zone.ts'
import { ButtonLink } from '../../../parts/button.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Card, Page, Section } from '../../../parts/page.tsx'
import { PasswordField } from '../../../parts/password-field.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/account.ts'
import { words as common } from '../../../words/common.ts'
import { words as connectionWords } from '../../../words/connections.ts'
import { Connections } from './connections.tsx'
import { Sessions } from './sessions.tsx'

export function ProfilePage() {
  return (
    <Page title={words.title} width="narrow">
      <Section title={words.you}>
        <Card>
          <You />
        </Card>
      </Section>
      <Section title={words.shown} lead={words.shownLead}>
        <Card>
          <Looks />
        </Card>
      </Section>
      <Section title={words.sessions} lead={words.sessionsLead}>
        <Sessions />
      </Section>
      <Section title={connectionWords.connected} lead={connectionWords.connectedLead}>
        <Connections />
      </Section>
      <Section title={words.password} lead={words.passwordLead}>
        <Card>
          <Password />
        </Card>
      </Section>
    </Page>
  )
}

function You() {
  const user = useUser()
  const change = useCall('PUT /api/v1/auth/me', {
    onDone: answer => {
      updateUser(answer)
      toast(common.saved)
    },
  })
  return (
    <Form
      action={common.save}
      onSend={({ name = '' }) => change.mutateAsync({ body: { name: name.trim() || null } })}
    >
      <TextField
        key={user.name}
        label={words.name}
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={user.name ?? ''}
        isOptional
      />
      <TextField label={words.email} hint={words.emailHint} value={user.email} readOnly />
    </Form>
  )
}

function Looks() {
  const theme = useTheme()
  const zone = useTimeZone()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.theme}>
        <Select value={theme} onChange={event => chooseTheme(event.target.value as Theme)}>
          {themes.map(each => (
            <option key={each} value={each}>
              {words.themes[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={words.timeZone}>
        <Select value={zone ?? ''} onChange={event => chooseTimeZone(event.target.value || undefined)}>
          <option value="">{words.systemZone(systemTimeZone)}</option>
          {Intl.supportedValuesOf('timeZone').map(each => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function Password() {
  const user = useUser()
  // A fresh form after each change: nothing typed stays.
  const [changes, setChanges] = useState(0)
  const change = useCall('PUT /api/v1/auth/me', {
    refreshes: ['GET /api/v1/auth/sessions'],
    onDone: () => {
      setChanges(changes + 1)
      toast(words.changed)
    },
  })
  return (
    <Form
      key={changes}
      action={words.change}
      aside={
        <ButtonLink to="/reset" look="quiet">
          {words.byMail}
        </ButtonLink>
      }
      onSend={({ currentPassword = '', password = '' }) =>
        change.mutateAsync({ body: { currentPassword, password } })
      }
    >
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField label={words.current} name="currentPassword" kind="current" />
        <PasswordField label={words.new} kind="new" />
      </div>
    </Form>
  )
}
