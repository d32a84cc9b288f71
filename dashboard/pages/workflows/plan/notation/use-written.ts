// The plan that somebody writes as its notation: what is asked of it, and the ways back from it.
import { type RefObject, useRef } from 'react'
import { ApiError } from '../../../../../http/client.ts'
import type { Asked, Take } from '../model/use-asks.ts'
import type { PlanBody, Planned } from '../planned.ts'
import type { Kept, Written } from '../planning.ts'
import { askWritten, PlanRefused } from './ask-written.ts'
import type { useUnread } from './use-unread.ts'
import { type Open, openOf, promptBeside, withOpen } from './written.ts'

/** A plan by hand, by the words that stand beside it. */
export interface ByHand {
  readonly beside: string
  readonly asked: Asked
}

export interface WrittenParts {
  readonly planned: Planned | null
  /** The words as of the last pause. */
  readonly text: string
  readonly kept: Kept | null
  readonly byHand: RefObject<ByHand | null>
  readonly telling: ReturnType<typeof useUnread>
  readonly take: Take
  /** Drops what is asked, and the error that is shown. */
  readonly drop: () => void
  /** Plans the words, as when they have changed. */
  readonly settle: () => void
}

export function useWritten(parts: WrittenParts) {
  const { planned, text, kept, byHand, telling, take, drop, settle } = parts
  const { tellUnread, tellRefusal } = telling
  /** What somebody began to change, and what was saved then. */
  const begun = useRef<{ readonly planned: Planned | null; readonly kept: Kept | null }>(null)
  if (planned?.origin !== 'notation') begun.current = { planned, kept }
  const isBegun = begun.current?.planned?.prompt === text && begun.current.kept === kept

  const ask = async (body: PlanBody, notation: string, open: Open | null): Promise<Planned | null> => {
    const base = planned?.origin === 'model' ? (planned.base ?? planned.plan) : planned?.base
    const asked: Asked = async signal => {
      const said = await askWritten(body, signal).catch((cause: unknown) => {
        if (signal.aborted) throw cause
        if (cause instanceof PlanRefused) tellRefusal({ notation, diagnostics: cause.diagnostics })
        else if (cause instanceof ApiError && cause.status === 400) tellUnread(1)
        throw cause
      })
      const answer = withOpen({ ...said, notation, ...(base != null && { base }) }, open)
      const beside = text.trim() === '' ? text : said.prompt
      // Whoever comes back to these words finds the same plan.
      if (!signal.aborted) byHand.current = { beside, asked: async () => answer }
      return answer
    }
    byHand.current = { beside: text, asked }
    tellUnread(0)
    return take(asked, 'notation')
  }

  const takeWritten = ({ plan, notation, isSaid }: Written) => {
    const prompt = promptBeside(text, notation, isSaid)
    void ask({ prompt, plan }, notation, openOf(planned))
  }
  const acceptWritten = async ({ prompt, plan, notation = '' }: Planned) => {
    await ask({ prompt, plan }, notation, null)
  }
  const beginWriting = () => {
    drop()
    tellUnread(0)
  }
  const leaveWriting = () => {
    drop()
    tellUnread(null)
    const back = planned?.origin === 'notation' ? planned : null
    byHand.current = back === null ? null : { beside: text, asked: async () => back }
    if (back === null && planned?.prompt !== text) settle()
  }
  const takeBegun = () => {
    const before = begun.current?.planned
    byHand.current = null
    if (before != null) void take(async () => before, before.origin)
  }
  return {
    ...{ takeWritten, acceptWritten, beginWriting, leaveWriting, takeBegun },
    begun: isBegun ? begun.current!.planned : null,
  }
}
