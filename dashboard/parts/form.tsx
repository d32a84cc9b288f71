// A form that is sent once at a time. The service is the judge of what is valid: its error names the field
// (`email: expected ...`) and is shown beside it; what names no field of the form is shown above the button.
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../http/client.ts'
import { sayError } from '../app/api.ts'
import { Button } from './button.tsx'
import { FieldErrors } from './field.tsx'
import { ErrorNote } from './notes.tsx'

export interface FormProps {
  /** Texts of the fields by name. May throw: the error is shown, and what was typed stays. */
  readonly onSend: (fields: Readonly<Record<string, string>>, form: FormData) => Promise<unknown>
  readonly action: string
  readonly children: ReactNode
  readonly look?: 'primary' | 'danger'
  /** Beside the button. */
  readonly aside?: ReactNode
  readonly isWide?: boolean
}

export function Form({ onSend, action, children, look = 'primary', aside, isWide }: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setErrors({})
    try {
      const sent = new FormData(form.current!)
      const texts = [...sent].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      await onSend(Object.fromEntries(texts), sent)
    } catch (error) {
      const found = errorByField(error, form.current)
      setErrors(found)
      const first = Object.keys(found).find(name => name !== '')
      if (first) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={event => void send(event)} className="flex flex-col gap-4">
      <FieldErrors value={errors}>{children}</FieldErrors>
      {errors[''] !== undefined && <ErrorNote>{errors['']}</ErrorNote>}
      <div className="flex items-center gap-3">
        <Button type="submit" look={look} isBusy={isBusy} {...(isWide && { className: 'w-full' })}>
          {action}
        </Button>
        {aside}
      </div>
    </form>
  )
}

/** By the field that the service names; by the empty name otherwise. */
function errorByField(error: unknown, form: HTMLFormElement | null): Record<string, string> {
  const message = sayError(error)
  if (error instanceof ApiError && form !== null) {
    const [, path = '', rest = ''] = /^([\w.[\]-]+): (.*)$/s.exec(message) ?? []
    const name = [path, path.split('.')[0]!, path.split('.').at(-1)!].find(
      each => each !== '' && showsErrors(form.elements.namedItem(each)),
    )
    if (name !== undefined) return { [name]: rest.charAt(0).toUpperCase() + rest.slice(1) }
  }
  return { '': message }
}

/** A field says below it what is wrong, a group of boxes above them; a single box does not. */
function showsErrors(element: Element | RadioNodeList | null): boolean {
  if (element instanceof HTMLInputElement) return !['checkbox', 'radio', 'hidden'].includes(element.type)
  return element !== null
}
