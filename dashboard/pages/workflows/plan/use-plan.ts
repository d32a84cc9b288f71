// The plan of what somebody writes.
// 1. Without a language model the reader plans while they type: it is asked when they pause.
// 2. With one, the model plans when it is asked, and nobody is asked while they type. What the page itself
//    has put there for the reader (a template, a prompt that is saved so) is read at once.
// 3. Somebody may write the plan itself, as its notation: it is the plan until the words change, and the
//    words stay as a note.
// 4. An answer about another text than the last one asked for is dropped, so that nothing flickers back.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../../http/client.ts'
import { api, sayError } from '../../../app/api.ts'
import { askWatched, type PlanAnswer, type PlanBody } from './model/ask-watched.ts'
import { isOpen, type Planned, sentPlan, withHeaders } from './planned.ts'
import type { Beginning, Planning, Revision, Written } from './planning.ts'
import type { Planner } from './use-planner.ts'

/** Shorter than a look from the key to the plan. */
const pauseMs = 120
/** Lines of progress that are shown. */
const mostProgress = 200

type Asked = (signal: AbortSignal) => Promise<PlanAnswer>

export function usePlan(beginning: Beginning, { mode }: Pick<Planner, 'mode'>): Planning {
  const { text: initial, kept, findBase } = beginning
  const [text, setText] = useState(initial)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [isReading, setReading] = useState(false)
  const [progress, setProgress] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [unread, tellUnread] = useState<number | null>(null)
  const current = useRef(initial)
  /** The text of the plan that is there. */
  const own = useRef<string | null>(null)
  const written = useRef<{ readonly beside: string; readonly asked: Asked } | null>(null)
  const trusted = useRef(beginning.isRead ? initial : null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(null)

  const type = useCallback((next: string) => {
    current.current = next
    clearTimeout(timer.current)
    if (next === own.current) setText(next)
    else timer.current = setTimeout(() => setText(next), pauseMs)
  }, [])

  const take = useCallback(async (asked: Asked, origin: Planned['origin']): Promise<Planned | null> => {
    asking.current?.abort()
    const abort = new AbortController()
    asking.current = abort
    const before = current.current
    setReading(true)
    setProgress(null)
    try {
      const said = await asked(abort.signal)
      if (abort.signal.aborted) return null
      const now = { ...said, origin, outline: withHeaders(said.outline, said.prompt) }
      own.current = said.prompt
      // What was said besides belongs to the text, unless somebody has written on.
      if (origin === 'model' && current.current === before) {
        current.current = said.prompt
        setText(said.prompt)
      }
      if (origin !== 'notation') written.current = null
      const show = () => {
        setPlanned(now)
        setError(null)
        tellUnread(null)
      }
      // While somebody types, a key that comes meanwhile goes first.
      if (origin === 'reader') startTransition(show)
      else show()
      return now
    } catch (cause) {
      if (!abort.signal.aborted) setError(sayError(cause))
      return null
    } finally {
      if (asking.current === abort) {
        setReading(false)
        setProgress(null)
      }
    }
  }, [])

  const ask = useCallback(
    (body: PlanBody, origin: Planned['origin']) =>
      take(signal => api('POST /api/v1/workflows/plan', { body, signal }), origin),
    [take],
  )

  const askModelFor = useCallback(
    (body: PlanBody) =>
      take(signal => {
        setProgress([])
        const hear = (message: string) =>
          setProgress(before => [...(before ?? []), message].slice(-mostProgress))
        return askWatched(body, signal, hear)
      }, 'model'),
    [take],
  )

  const again = useCallback(() => {
    if (written.current?.beside === text) void take(written.current.asked, 'notation')
    else if (kept !== null && text === initial) void ask({ prompt: text, plan: kept }, 'kept')
    else if (mode === 'model' && trusted.current !== text) void askModelFor({ prompt: text })
    else void ask({ prompt: text, typing: true }, 'reader')
  }, [text, take, ask, askModelFor, initial, kept, mode])

  useEffect(() => {
    if (mode === null) return
    // A model has planned all that was said; nobody reads it again.
    if (mode === 'model' && own.current === text) return
    if (text.trim() === '') {
      asking.current?.abort()
      own.current = null
      setPlanned(null)
      setReading(false)
      setProgress(null)
      tellUnread(null)
      return
    }
    const isKept = kept !== null && text === initial
    if (mode === 'reader' || isKept || trusted.current === text) again()
  }, [text, mode, again, initial, kept])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )

  const now = useCallback(() => current.current, [])
  const trust = useCallback((prompt: string) => {
    trusted.current = prompt
  }, [])
  const takeWritten = ({ plan, notation }: Written) => {
    const base = planned?.origin === 'model' ? (planned.base ?? planned.plan) : planned?.base
    const asked: Asked = async signal => {
      const body = { prompt: text.trim() === '' ? notation : text, plan }
      const said = await api('POST /api/v1/workflows/plan', { body, signal }).catch((cause: unknown) => {
        // It reads, and has what no plan may have.
        if (cause instanceof ApiError && cause.status === 400) tellUnread(1)
        throw cause
      })
      return { ...said, notation, ...(base != null && { base }) }
    }
    written.current = { beside: text, asked }
    tellUnread(0)
    void take(asked, 'notation')
  }
  const takeSaved = (plan: Planned['plan']) => void ask({ prompt: text, plan }, 'kept')
  const stop = useCallback(() => asking.current?.abort(), [])
  const beginWriting = () => {
    stop()
    tellUnread(0)
  }
  const askModel = useCallback(async () => {
    clearTimeout(timer.current)
    setText(current.current)
    await askModelFor({ prompt: current.current })
  }, [askModelFor])
  const revise = async (revision: Revision) => {
    if (planned === null) return null
    const { prompt, plan, origin } = planned
    // What was changed by hand stays, however many changes in words come after it.
    let base = planned.base ?? null
    try {
      if (base === null && isOfHand(origin) && findBase !== undefined) base = await findBase()
    } catch (cause) {
      setError(sayError(cause))
      return null
    }
    const there = plan.steps.length === 0 && revision.change == null ? {} : { plan }
    const made = await askModelFor({ prompt, ...there, ...(base && { base }), ...revision })
    return made !== null && made.prompt === current.current ? made.prompt : null
  }
  const accept = async () => {
    const whole = planned === null ? null : sentPlan(planned)
    if (planned !== null && whole !== null) await ask({ prompt: planned.prompt, ...whole }, 'model')
  }
  // What the reader reads at once is no question for the model.
  const isRead = isReading && progress === null
  const isStale = mode === 'model' && text.trim() !== '' && planned?.prompt !== text && !isRead
  const sent = planned === null || isStale || isOpen(planned) ? null : sentPlan(planned)
  return {
    ...{ planned, isReading, error, text, now, type, again, trust, isStale, progress },
    ...{ askModel, revise, accept, stop, sent, beginWriting, takeWritten, takeSaved, unread, tellUnread },
  }
}

/** May it differ from what the model has planned? */
function isOfHand(origin: Planned['origin']): boolean {
  return origin === 'kept' || origin === 'notation'
}
