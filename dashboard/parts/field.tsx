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

/** @param name of the control: what the service says of it is shown below, unless its field does already */
function useWiring(name: string | undefined) {
  const wiring = use(FieldContext)
  const said = use(FieldErrors)[name ?? '']
  const error = name === undefined || wiring?.isInvalid ? undefined : said
  if (wiring === null) return { error, props: { 'aria-invalid': error !== undefined || undefined } }
  const { id, describedBy, isInvalid } = wiring
  return {
    error,
    props: {
      id,
      'aria-describedby': error === undefined ? describedBy : `${id}-refused`,
      'aria-invalid': isInvalid || error !== undefined || undefined,
    },
  }
}

function Refusal({ of, children }: { readonly of: string | undefined; readonly children: string }) {
  return (
    <p role="alert" className="text-xs text-bad" {...(of !== undefined && { id: `${of}-refused` })}>
      {shownLine(children)}
    </p>
  )
}

const control =
  'w-full rounded-md border border-strong bg-raised px-2.5 text-base text-ink focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60'

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  const { error, props } = useWiring(rest.name)
  return (
    <>
      <input {...props} {...rest} className={cx(control, 'h-8 read-only:bg-sunken', className)} />
      {error !== undefined && <Refusal of={props.id}>{error}</Refusal>}
    </>
  )
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { error, props } = useWiring(rest.name)
  return (
    <>
      <textarea
        rows={4}
        {...props}
        {...rest}
        className={cx(control, 'py-1.5 read-only:bg-sunken', className)}
      />
      {error !== undefined && <Refusal of={props.id}>{error}</Refusal>}
    </>
  )
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  const { error, props } = useWiring(rest.name)
  return (
    <>
      <select {...props} {...rest} className={cx(control, 'h-8 pr-7', className)} />
      {error !== undefined && <Refusal of={props.id}>{error}</Refusal>}
    </>
  )
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
