// Fields of forms: a label above, a hint or an error below, tied together for those who do not see them.
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  use,
  useId,
} from 'react'
import { shownLine } from '../../domain/shown/shown.ts'
import { cx } from './class-names.ts'

export interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Shown below the control, which is then marked as invalid. */
  readonly error?: string | undefined
  readonly isOptional?: boolean
  readonly className?: string
}

interface Wiring {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

const FieldContext = createContext<Wiring | null>(null)
/** Errors by the name of a field, from the form around it (parts/form.tsx). */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

export function Field({
  label,
  hint,
  error,
  isOptional,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const id = useId()
  const says = error ?? hint
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {shownLine(label)}
        {isOptional && <span className="font-normal text-faint"> · optional</span>}
      </label>
      <FieldContext
        value={{ id, describedBy: says ? `${id}-says` : undefined, isInvalid: error !== undefined }}
      >
        {children}
      </FieldContext>
      {says && (
        <p
          id={`${id}-says`}
          className={cx('text-xs', error === undefined ? 'text-dim' : 'text-bad')}
          {...(error !== undefined && { role: 'alert' })}
        >
          {typeof says === 'string' ? shownLine(says) : says}
        </p>
      )}
    </div>
  )
}

function useWiring() {
  const wiring = use(FieldContext)
  if (wiring === null) return {}
  return {
    id: wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.isInvalid || undefined,
  }
}

const control =
  'w-full rounded-md border border-strong bg-raised px-2.5 text-base text-ink focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60'

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input {...useWiring()} {...rest} className={cx(control, 'h-8 read-only:bg-sunken', className)} />
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea
      rows={4}
      {...useWiring()}
      {...rest}
      className={cx(control, 'py-1.5 read-only:bg-sunken', className)}
    />
  )
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...useWiring()} {...rest} className={cx(control, 'h-8 pr-7', className)} />
}

/** A named text field: what most fields of forms are. Its error comes from the form around it. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  className,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const found = use(FieldErrors)[rest.name ?? ''] ?? error
  return (
    <Field
      label={label}
      hint={hint}
      error={found}
      {...(isOptional && { isOptional })}
      {...(className && { className })}
    >
      <Input {...rest} required={rest.required ?? !isOptional} />
    </Field>
  )
}

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

export function Check({ label, hint, className, ...rest }: CheckProps) {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-2', className)}>
      <input
        type="checkbox"
        id={id}
        {...rest}
        {...(hint !== undefined && { 'aria-describedby': `${id}-says` })}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-says`} className="block text-xs text-dim">
            {hint}
          </span>
        )}
      </span>
    </div>
  )
}

/** On or off, at once. */
export function Switch({
  label,
  isOn,
  onChange,
  ...rest
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      {...rest}
      onClick={() => onChange(!isOn)}
      className={cx(
        'inline-flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors duration-100 disabled:opacity-55',
        isOn ? 'justify-end border-transparent bg-accent' : 'justify-start border-strong bg-sunken',
      )}
    >
      <span className={cx('size-3.5 rounded-full', isOn ? 'bg-on-accent' : 'bg-dim')} />
    </button>
  )
}
