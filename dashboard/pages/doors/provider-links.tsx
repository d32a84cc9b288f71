// Ways to sign in without a password of ours: one link for each provider that is switched on.
import { LogIn } from 'lucide-react'
import type { Answer } from '../../../http/client.ts'
import { words } from '../../words/doors.ts'

export function ProviderLinks({
  providers,
  onLeave,
}: {
  readonly providers: Answer<'GET /api/v1/auth/oauth/providers'>
  readonly onLeave: () => void
}) {
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3 text-xs text-dim">
        <span className="h-px flex-1 bg-line" />
        {words.signIn.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      {providers.map(({ name, title, url }) => (
        <a
          key={name}
          href={url}
          onClick={onLeave}
          className="inline-flex h-8 items-center justify-center gap-2 rounded-md border bg-raised px-3 text-sm font-medium no-underline hover:bg-hover"
        >
          <LogIn aria-hidden="true" className="size-4 text-dim" />
          {words.signIn.with(title)}
        </a>
      ))}
    </div>
  )
}
