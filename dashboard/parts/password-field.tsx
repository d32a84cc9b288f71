// A field for a password, which can be looked at.
import { Eye, EyeOff } from 'lucide-react'
import { use, useState } from 'react'
import { words } from '../words/doors.ts'
import { IconButton } from './button.tsx'
import { Field, FieldErrors, Input } from './field.tsx'

export interface PasswordFieldProps {
  readonly label?: string
  readonly name?: string
  /** `new` lets browsers suggest one. */
  readonly kind: 'current' | 'new'
  readonly autoFocus?: boolean
}

export function PasswordField({
  label = words.password,
  name = 'password',
  kind,
  autoFocus,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const error = use(FieldErrors)[name]
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} error={error} {...(kind === 'new' && { hint: words.passwordHint })}>
      <div className="relative">
        <Input
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={`${kind}-password`}
          required
          maxLength={256}
          {...(kind === 'new' && { minLength: 8 })}
          {...(autoFocus && { autoFocus })}
          spellCheck={false}
          className="pe-10"
        />
        <IconButton
          label={isShown ? words.hide : words.show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute end-0 top-0"
        >
          <Icon className="size-4" />
        </IconButton>
      </div>
    </Field>
  )
}
