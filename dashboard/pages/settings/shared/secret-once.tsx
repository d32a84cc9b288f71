// A secret that the service shows once, with what to do with it. It stays on the page until the person says
// that they have it: no stray click loses it.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Code } from '../../../parts/copy.tsx'
import { words } from '../../../words/settings/secrets.ts'

export interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  readonly label: string
  readonly onDone: () => void
  readonly children?: ReactNode
}

export function SecretOnce({ title, secret, label, onDone, children }: SecretOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [secret])
  return (
    <section
      aria-label={title}
      className="mb-6 flex flex-col gap-3 rounded-lg border border-strong bg-raised p-4"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          {title}
        </h2>
        <p className="text-dim">{words.once}</p>
      </div>
      <Code label={label}>{secret}</Code>
      {children}
      <div>
        <Button look="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </section>
  )
}
