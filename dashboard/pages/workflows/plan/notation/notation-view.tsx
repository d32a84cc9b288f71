// The plan as its notation, to read and to write: what reads without a fault is the plan, and is judged like
// every other. Loaded when somebody opens it.

import functions from 'virtual:expression-functions'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Answer } from '../../../../../http/client.ts'
import type { MarkedText } from '../../../../../language/editing.ts'
import { api } from '../../../../app/api.ts'
import { Button } from '../../../../parts/button.tsx'
import { CopyButton } from '../../../../parts/copy.tsx'
import { words } from '../../../../words/workflow/notation.ts'
import type { Planned } from '../planned.ts'
import type { Planning } from '../planning.ts'
import { NotationEditor, type NotationEditorHandle } from './notation-editor.tsx'
import { problemsOf } from './notation-marks.ts'
import { Problems } from './problems.tsx'
import { isNotation, saysSame } from './same-plan.ts'

export interface NotationHandle {
  /** Takes what is written, as far as it is a plan. @returns how many faults keep it from being one */
  settle(): number
}

export interface Draft {
  readonly text: string
  /** The notation of a plan that came from elsewhere, if it says no other; null: it is a plan of its own. */
  readonly says: string | null
}

export interface NotationViewProps {
  readonly planning: Planning
  /** What somebody has written since the plan came from elsewhere; null: nothing. */
  readonly draft: Draft | null
  readonly onDraft: (draft: Draft | null) => void
  readonly isReadOnly: boolean
  readonly ref: Ref<NotationHandle>
}

type Tool = Answer<'GET /api/v1/tools'>[number]

/** Of an organization, to complete. */
const mostTools = 2_000
const noTools: readonly Tool[] = []
const noDiagnostics: Planned['diagnostics'] = []

export function NotationView({ planning, draft, onDraft, isReadOnly, ref }: NotationViewProps) {
  const { planned, unread, refusal, begun } = planning
  const editor = useRef<NotationEditorHandle>(null)
  const faults = useRef(0)
  const [rested, setRested] = useState<{ readonly text: string; readonly read: MarkedText } | null>(null)
  const tools = useTools(!isReadOnly)
  const given = useMemo(() => ({ tools, functions }), [tools])
  const plain = planned?.notation ?? null
  const isSame = useMemo(
    () => rested !== null && saysSame(rested.read, rested.text, planned?.notation),
    [rested, planned],
  )
  const isRefused = refusal !== null && refusal.notation === rested?.text
  // What is said of a plan counts for every text that says this plan.
  const judged = rested !== null && (isSame || isRefused) ? rested.text : plain
  const diagnostics = isRefused ? refusal.diagnostics : (planned?.diagnostics ?? noDiagnostics)

  const rest = (text: string, read: MarkedText, isChanged: boolean) => {
    setRested({ text, read })
    if (!isChanged) {
      faults.current = 0
      return
    }
    faults.current = isNothing(read) ? 1 : read.errors.length
    const before = begun?.notation
    const isBegun = faults.current === 0 && saysSame(read, text, before)
    onDraft({ text, says: isBegun ? before! : null })
    if (faults.current > 0) planning.tellUnread(faults.current)
    else if (saysSame(read, text, planned?.notation)) planning.leaveWriting()
    else if (isBegun) planning.takeBegun()
    else {
      const plan = read.plan as unknown as Planned['plan']
      const isSaid = isNotation(planning.text)
      planning.takeWritten({ plan, notation: text, isSaid })
    }
  }
  const giveUp = () => {
    onDraft(null)
    planning.leaveWriting()
  }

  useImperativeHandle(ref, () => ({
    settle() {
      editor.current?.settle()
      return faults.current
    },
  }))
  const isEmpty = unread !== null && unread > 0 && isNothing(rested?.read)
  const problems =
    rested === null ? [] : problemsOf(rested.read, rested.text === judged ? diagnostics : noDiagnostics)
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex items-center gap-2 ps-1">
        <p className="min-w-0 flex-1 text-xs text-dim">{isReadOnly ? words.hintToRead : words.hint}</p>
        {!isReadOnly && rested !== null && rested.read.renumbering.length > 0 && (
          <Button look="quiet" onClick={() => editor.current?.renumber()}>
            {words.renumber}
          </Button>
        )}
        {unread !== null && unread > 0 && plain !== null && (
          <Button look="quiet" onClick={giveUp}>
            {words.giveUp}
          </Button>
        )}
        <CopyButton text={rested?.text ?? plain ?? ''} label={words.copy} />
      </div>
      <div className="h-80 min-h-0 overflow-hidden rounded-md border bg-page focus-within:border-accent lg:h-auto lg:flex-1">
        <NotationEditor
          ref={editor}
          text={draft?.text ?? plain ?? ''}
          diagnostics={diagnostics}
          judged={judged}
          isReadOnly={isReadOnly}
          given={given}
          onTouch={planning.beginWriting}
          onRest={rest}
        />
      </div>
      <Problems
        problems={isEmpty ? [{ line: null, severity: 'error', message: words.noSteps }] : problems}
        onGoTo={line => editor.current?.goTo(line)}
      />
    </div>
  )
}

/** It reads, and there is no step. */
function isNothing(read: MarkedText | undefined): boolean {
  return read !== undefined && read.errors.length === 0 && read.plan.steps.length === 0
}

/** Empty until they are there: nothing waits for them. */
function useTools(isWanted: boolean): readonly Tool[] {
  const { data = noTools } = useQuery({
    queryKey: ['GET /api/v1/tools', {}, {}, 'all'],
    enabled: isWanted,
    staleTime: 60_000,
    async queryFn(): Promise<readonly Tool[]> {
      const all: Tool[] = []
      for await (const tool of api.pages('GET /api/v1/tools', { query: { limit: 100 } }))
        if (all.push(tool) >= mostTools) break
      return all
    },
  })
  return data
}
