// The four steps of a first workflow, as one line above the page where it is written and the page of its
// first run. It follows what somebody does, blocks nothing, and goes for good when it is hidden.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { read } from '../../app/api.ts'
import { IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { words } from '../../words/guide.ts'

/** Of what is done, what is next, what comes later. */
const looks = ['bg-good-soft text-good', 'bg-accent text-on-accent', 'bg-hover text-dim']

/** Where the guide is: it was `hidden`, it is `shown`, or it went along to the run of this id. */
const kept = 'troupe-first-guide'

/** @param step how many of the steps are done */
export function Guide({ step }: { readonly step: number }) {
  const [isHidden, setHidden] = useState(localStorage.getItem(kept) === 'hidden')
  const workflows = useQuery({
    ...read('GET /api/v1/workflows/names', { query: { limit: 1 } }),
    enabled: !isHidden,
  })
  const isShown = !isHidden && workflows.data?.length === 0
  useEffect(() => {
    if (isShown) localStorage.setItem(kept, 'shown')
  }, [isShown])
  if (!isShown) return null
  return <Steps step={step} onHide={() => setHidden(true)} />
}

/** Takes the guide along to the first run. */
export function guideTo(runId: string): void {
  if (localStorage.getItem(kept) === 'shown') localStorage.setItem(kept, runId)
}

/** The guide on the page of the run that it led to. */
export function RunGuide({ run, isOver }: RunGuideProps) {
  const [isShown, setShown] = useState(localStorage.getItem(kept) === run.id)
  if (!isShown) return null
  return (
    <Steps step={isOver ? words.steps.length : words.steps.length - 1} onHide={() => setShown(false)}>
      {isOver && (
        <p className="border-t py-2 text-sm">
          {words.done}{' '}
          <Link to="/workflows/$id/{-$tab}" params={{ id: run.workflowId, tab: 'use' }}>
            {words.useIt}
          </Link>
        </p>
      )}
    </Steps>
  )
}

interface RunGuideProps {
  readonly run: { readonly id: string; readonly workflowId: string }
  readonly isOver: boolean
}

interface StepsProps {
  readonly step: number
  readonly onHide: () => void
  readonly children?: ReactNode
}

function Steps({ step, onHide, children }: StepsProps) {
  const hide = () => {
    localStorage.setItem(kept, 'hidden')
    onHide()
  }
  return (
    <section
      aria-label={words.title}
      className="mb-4 flex items-start gap-3 rounded-lg border bg-raised py-2 ps-4 pe-2"
    >
      <div className="flex flex-1 flex-col gap-1">
        <ol className="grid gap-x-6 gap-y-2 py-1 sm:grid-cols-2 xl:grid-cols-4">
          {words.steps.map(([title, text], index) => (
            <li
              key={title}
              aria-current={index === step ? 'step' : undefined}
              className={cx('flex items-start gap-2 text-sm', index !== step && 'max-sm:hidden')}
            >
              <span
                aria-hidden="true"
                className={cx(
                  'mt-px flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-medium',
                  looks[Math.sign(index - step) + 1],
                )}
              >
                {index < step ? <Check className="size-3" /> : index + 1}
              </span>
              <span>
                <span className="font-medium">{title}</span>
                <span className={cx('block text-xs', index === step ? 'text-dim' : 'text-faint')}>
                  {text}
                </span>
              </span>
            </li>
          ))}
        </ol>
        {children}
      </div>
      <IconButton label={words.close} onClick={hide}>
        <X className="size-4" />
      </IconButton>
    </section>
  )
}
