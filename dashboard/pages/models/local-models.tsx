// Looks for models that run on this computer, when somebody asks for it, and takes one.
import { useState } from 'react'
import type { Answer, Body } from '../../../http/client.ts'
import { api, sayError } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNote } from '../../parts/notes.tsx'
import { words } from '../../words/workflow/offers.ts'

type Servers = Answer<'GET /api/v1/models/local'>['servers']
type Local = NonNullable<Body<'POST /api/v1/models/connect'>['local']>

export interface LocalModelsProps {
  readonly isBusy: boolean
  readonly onTake: (local: Local, model: string) => Promise<unknown>
}

export function LocalModels({ isBusy, onTake }: LocalModelsProps) {
  const [servers, setServers] = useState<Servers | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>) => {
    setError(null)
    try {
      await act()
    } catch (cause) {
      setError(sayError(cause))
    }
  }
  const look = async () => {
    setLooking(true)
    await attempt(async () => setServers((await api('GET /api/v1/models/local')).servers))
    setLooking(false)
  }
  const there = servers?.filter(({ isThere }) => isThere) ?? null
  return (
    <div className="flex flex-col gap-2 border-t pt-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button isBusy={isLooking} onClick={() => void look()}>
          {words.local}
        </Button>
        <span className="text-xs text-dim">{words.localHint}</span>
      </div>
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {there?.length === 0 && <p>{words.noLocal}</p>}
        {there?.map(({ local, title, models }) =>
          models.length === 0 ? (
            <p key={local}>{words.noModels(title)}</p>
          ) : (
            <ul key={local} className="flex flex-wrap gap-2">
              {models.map(model => (
                <li key={model} className="min-w-0">
                  <Button
                    isBusy={isBusy}
                    className="max-w-full"
                    onClick={() => void attempt(() => onTake(local, model))}
                  >
                    <span className="truncate">{words.take(model, title)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          ),
        )}
      </div>
      {error !== null && <ErrorNote>{error}</ErrorNote>}
    </div>
  )
}
