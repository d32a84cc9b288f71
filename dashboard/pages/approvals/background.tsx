// Why something is asked, what follows in the plan, what else of the same run waits, and what a tool says of
// itself.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shownBlock, shownLine, shownName } from '../../../domain/shown/shown.ts'
import { ShownValue } from '../../parts/shown/shown-value.tsx'
import { words } from '../../words/approvals.ts'
import { followingOf, type Listed } from './facts.ts'
import type { Facts } from './use-facts.ts'

const shownSteps = 8

export function Background({
  facts: { approval, run, plan, step, promptWords },
  waiting,
}: {
  readonly facts: Facts
  readonly waiting: readonly Listed[]
}) {
  const inputs = run === null ? {} : run.inputs
  const others = waiting.filter(
    ({ id, executionId }) =>
      executionId !== null && executionId === approval.executionId && id !== approval.id,
  )
  const hasWhy = promptWords !== '' || Object.keys(inputs).length > 0
  return (
    <div className="flex flex-col gap-5">
      {hasWhy && (
        <Part title={words.why}>
          {promptWords !== '' && (
            <blockquote
              dir="auto"
              aria-label={words.promptWords}
              className="border-s-2 border-strong ps-3 whitespace-pre-wrap text-dim"
            >
              {shownBlock(promptWords)}
            </blockquote>
          )}
          {Object.keys(inputs).length > 0 && (
            <div>
              <div className="mb-1 text-xs text-dim">{words.inputs}</div>
              <ShownValue value={inputs} label={words.inputs} />
            </div>
          )}
        </Part>
      )}
      {plan !== null && step !== null && (
        <Part title={words.follows}>
          <Follows facts={{ plan, id: step.id }} />
        </Part>
      )}
      {others.length > 0 && (
        <Part title={words.others}>
          <ul className="flex flex-col gap-1">
            {others.map(({ id, message }) => (
              <li key={id}>
                <Link to="/approvals/$id" params={{ id }} dir="auto">
                  {shownLine(message) || words.noMessage}
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Follows({
  facts: { plan, id },
}: {
  readonly facts: { readonly plan: NonNullable<Facts['plan']>; readonly id: string }
}) {
  const all = followingOf(plan, id)
  if (all.length === 0) return <p className="text-dim">{words.followsNothing}</p>
  return (
    <ol className="flex flex-col gap-1">
      {all.slice(0, shownSteps).map(({ id: next, depth, text }) => (
        <li key={next} dir="auto" className="flex gap-2" style={{ paddingInlineStart: depth * 16 }}>
          <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-strong" />
          <span className="min-w-0 wrap-anywhere">{shownLine(text)}</span>
        </li>
      ))}
      {all.length > shownSteps && (
        <li className="ps-3.5 text-dim">{words.followsMore(all.length - shownSteps)}</li>
      )}
    </ol>
  )
}

/** What the tool says of itself: text of its server. */
export function ToolSays({ tool: { title, description } }: { readonly tool: NonNullable<Facts['tool']> }) {
  return (
    <p
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      dir="auto"
      className="max-h-24 overflow-auto border-s-2 ps-3 text-sm wrap-anywhere text-dim"
    >
      {words.toolSays} {title !== '' && <bdi className="font-medium text-ink">{shownName(title)}</bdi>}
      {title !== '' && description !== '' && ': '}
      {shownLine(description)}
    </p>
  )
}

export function Part({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {actions}
      </div>
      {lead}
      {children}
    </section>
  )
}
