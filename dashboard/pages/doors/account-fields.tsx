// What somebody says of themselves for a new account, on the pages that make one.
import { TextField } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { words } from '../../words/doors.ts'

export function AccountFields() {
  return (
    <>
      <TextField label={words.email} name="email" type="email" autoComplete="username" autoFocus />
      <TextField label={words.name} name="name" autoComplete="name" maxLength={200} isOptional />
      <TextField
        label={words.organization}
        name="organization"
        autoComplete="organization"
        maxLength={200}
        isOptional
      />
      <PasswordField kind="new" />
    </>
  )
}

export function wishOf({
  email = '',
  password = '',
  name = '',
  organization = '',
}: Readonly<Record<string, string>>) {
  return { email, password, name: name || null, organization: organization || null }
}
