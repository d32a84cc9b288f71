// The plan of what somebody writes.
// 1. Without a language model the reader plans while they type: it is asked when they pause.
// 2. With one, the model plans when it is asked, and nobody is asked while they type. What the page itself
//    has put there for the reader (a template, a prompt that is saved so) is read at once.
// 3. Somebody may write the plan itself, as its notation: it is the plan until the words change, and again
//    when they are back. The words stay as a note; where they are notation themselves, they follow.
// 4. An answer about another text than the last one asked for is dropped, so that nothing flickers back.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { sayError } from '../../../app/api.ts'
import { type Asked, useAsks } from './model/use-asks.ts'
import { PlanRefused } from './notation/ask-written.ts'
import { useUnread } from './notation/use-unread.ts'
import { type ByHand, useWritten } from './notation/use-written.ts'
import { isOpen, isOpenByHand, type Planned, sentPlan, withHeaders } from './planned.ts'
import type { Beginning, Planning, Revision } from './planning.ts'
import type { Planner } from './use-planner.ts'

/** Shorter than a look from the key to the plan. */
const pauseMs = 120

export function usePlan(beginning: Beginning, { mode }: Pick<Planner, 'mode'>): Planning {
  const { text: initial, kept, findBase } = beginning
  const telling = useUnread()
  const { unread, refusal, tellUnread } = telling
  const [text, setText] = useState(initial)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [isReading, setReading] = useState(false)
  const [progress, setProgress] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const current = useRef(initial)
  /** The text of the plan that is there. */
  const own = useRef<string | null>(null)
  const byHand = useRef<ByHand | null>(null)
  /** As of now: a save changes it, and plans nothing anew. */
  const saved = useRef(kept)
  saved.current = kept
  const failed = useRef<{ readonly text: string; readonly again: () => void } | null>(null)
  const trusted = useRef(beginning.isRead ? initial : null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(null)

  const type = useCallback((next: string) => {
    current.current = next
    clearTimeout(timer.current)
    if (next === own.current) setText(next)
    else timer.current = setTimeout(() => setText(next), pauseMs)
  }, [])

  const take = useCallback(
    async (asked: Asked, origin: Planned['origin']): Promise<Planned | null> => {
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
        // What was said besides belongs to the text, unless somebody has written on. So does a notation that
        // takes the place of another one.
        const isSaid = origin === 'model' || (origin === 'notation' && before.trim() !== '')
        if (isSaid && current.current === before) {
          current.current = said.prompt
          setText(said.prompt)
        }
        // The reader's are of other words: whoever comes back to theirs finds their plan.
        if (origin === 'model' || origin === 'kept') byHand.current = null
        failed.current = null
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
        if (abort.signal.aborted) return null
        failed.current = { text: before, again: () => void take(asked, origin) }
        // It is told at the lines of its notation; the same would be refused again.
        setError(cause instanceof PlanRefused ? null : sayError(cause))
        return null
      } finally {
        if (asking.current === abort) {
          setReading(false)
          setProgress(null)
        }
      }
    },
    [tellUnread],
  )

  const { ask, askModelFor } = useAsks(take, setProgress)
  const planText = useCallback(() => {
    if (byHand.current?.beside === text) void take(byHand.current.asked, 'notation')
    else if (saved.current?.text === text) void ask({ prompt: text, plan: saved.current.plan }, 'kept')
    else if (mode === 'model' && trusted.current !== text) void askModelFor({ prompt: text })
    else void ask({ prompt: text, typing: true }, 'reader')
  }, [text, take, ask, askModelFor, mode])

  /** Plans the words, unless they wait for the model to be asked. */
  const settle = useCallback(() => {
    if (mode === null) return
    // A model has planned all that was said; nobody reads it again.
    if (mode === 'model' && own.current === text) return
    const isThere = byHand.current?.beside === text || saved.current?.text === text
    if (text.trim() === '' && !isThere) {
      asking.current?.abort()
      own.current = null
      setPlanned(null)
      setReading(false)
      setProgress(null)
      tellUnread(null)
      return
    }
    if (mode === 'reader' || isThere || trusted.current === text) planText()
  }, [text, mode, planText, tellUnread])
  useEffect(settle, [settle])

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
  const takeSaved = (plan: Planned['plan']) => void ask({ prompt: text, plan }, 'kept')
  const stop = useCallback(() => asking.current?.abort(), [])
  const drop = () => {
    stop()
    failed.current = null
    setError(null)
  }
  const again = () => (failed.current?.text === text ? failed.current.again() : planText())
  const { acceptWritten, ...writing } = useWritten({
    ...{ planned, text, kept, byHand, telling, take, drop, settle },
  })
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
    if (planned === null) return
    if (planned.origin === 'notation') return acceptWritten(planned)
    const whole = sentPlan(planned)
    if (whole !== null) await ask({ prompt: planned.prompt, ...whole }, 'model')
  }
  // What the reader reads at once is no question for the model.
  const isRead = isReading && progress === null
  const isStale = mode === 'model' && text.trim() !== '' && planned?.prompt !== text && !isRead
  const isForgotten = planned !== null && isOpen(planned) && !isOpenByHand(planned)
  const sent = planned === null || isStale || isForgotten ? null : sentPlan(planned)
  const isEmpty = text.trim() === '' && kept?.text !== text
  return {
    ...{ planned, isReading, error, text, now, type, again, trust, isStale, isEmpty, progress },
    ...{ askModel, revise, accept, stop, sent, takeSaved, unread, refusal, tellUnread, ...writing },
  }
}

/** May it differ from what the model has planned? */
function isOfHand(origin: Planned['origin']): boolean {
  return origin === 'kept' || origin === 'notation'
}
