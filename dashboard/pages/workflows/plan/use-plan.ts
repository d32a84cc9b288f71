// The plan of a prompt while somebody writes it. The service is asked when the writer pauses; an answer about
// another text than the last one asked for is dropped, so that nothing flickers back.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { api, sayError } from '../../../app/api.ts'
import { type Planned, withHeaders } from './planned.ts'

/** Shorter than a look from the key to the plan. */
const pauseMs = 120

export interface Planning {
  readonly planned: Planned | null
  readonly isReading: boolean
  readonly error: string | null
  /** The text as of the last pause. */
  readonly text: string
  /** The text right now; reading it renders nothing. */
  readonly now: () => string
  readonly type: (text: string) => void
  /** Asks for the plan of the text once more, after an error. */
  readonly again: () => void
  /** Lets a language model plan what the reader leaves. */
  readonly askModel: () => Promise<void>
  readonly isModelAsked: boolean
}

/** @param kept the plan of the text that is saved, where it is not the reader's */
export function usePlan(initial: string, kept: Planned['plan'] | null): Planning {
  const [text, setText] = useState(initial)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [isReading, setReading] = useState(false)
  const [isModelAsked, setModelAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const current = useRef(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(null)

  const type = useCallback((next: string) => {
    current.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setText(next), pauseMs)
  }, [])

  const ask = useCallback(async (prompt: string, options: { typing?: true; plan?: Planned['plan'] }) => {
    asking.current?.abort()
    const abort = new AbortController()
    asking.current = abort
    setReading(true)
    try {
      const { signal } = abort
      const said = await api('POST /api/v1/workflows/plan', { body: { prompt, ...options }, signal })
      if (signal.aborted) return
      // A key that comes meanwhile goes first.
      startTransition(() => {
        setPlanned({ ...said, prompt, outline: withHeaders(said.outline, prompt) })
        setError(null)
      })
    } catch (cause) {
      if (!abort.signal.aborted) setError(sayError(cause))
    } finally {
      if (asking.current === abort) setReading(false)
    }
  }, [])

  const again = useCallback(() => {
    void ask(text, kept !== null && text === initial ? { plan: kept } : { typing: true })
  }, [text, ask, initial, kept])

  useEffect(() => {
    if (text.trim() !== '') return again()
    asking.current?.abort()
    setPlanned(null)
    setReading(false)
  }, [text, again])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )

  const now = useCallback(() => current.current, [])
  const askModel = useCallback(async () => {
    setModelAsked(true)
    await ask(current.current, {})
    setModelAsked(false)
  }, [ask])
  return { planned, isReading, error, text, now, type, again, askModel, isModelAsked }
}
