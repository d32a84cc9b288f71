// What an address without a page shows, and what a page shows that stopped working.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/notes.tsx'
import { useTitle } from '../parts/page.tsx'
import { words } from '../words/common.ts'
import { sayError } from './api.ts'

export function NotFound() {
  useTitle(words.notFound)
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Empty level="h1" title={words.notFound} action={<ButtonLink to="/">{words.toHome}</ButtonLink>}>
        {words.notFoundHint}
      </Empty>
    </div>
  )
}

export function Crashed({ error }: ErrorComponentProps) {
  useTitle(words.crashed)
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Empty
        level="h1"
        title={words.crashed}
        action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      >
        <p>{words.crashedHint}</p>
        <p className="mt-2 font-mono text-xs">{sayError(error)}</p>
      </Empty>
    </div>
  )
}
