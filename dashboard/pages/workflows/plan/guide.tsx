// The four steps of a first workflow, as one line above the page. It follows what somebody does, blocks
// nothing, and goes for good when it is hidden.
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../../app/api.ts'
import { IconButton } from '../../../parts/button.tsx'
import { cx } from '../../../parts/class-names.ts'
import { words } from '../../../words/write.ts'

/** Of what is done, what is next, what comes later. */
const looks = ['bg-good-soft text-good', 'bg-accent text-on-accent', 'bg-hover text-dim']
const hidden = 'troupe-first-guide'

/** @param step how many of the steps are done */
export function Guide({ step }: { readonly step: number }) {
  const [isHidden, setHidden] = useState(localStorage.getItem(hidden) === 'hidden')
  const workflows = useQuery({
    ...read('GET /api/v1/workflows/names', { query: { limit: 1 } }),
    enabled: !isHidden,
  })
  if (isHidden || workflows.data === undefined || workflows.data.length > 0) return null
  const hide = () => {
    localStorage.setItem(hidden, 'hidden')
    setHidden(true)
  }
  return (
    <section
      aria-label={words.guide}
      className="mb-4 flex items-start gap-3 rounded-lg border bg-raised py-2 ps-4 pe-2"
    >
      <ol className="grid flex-1 gap-x-6 gap-y-2 py-1 sm:grid-cols-2 xl:grid-cols-4">
        {words.guideSteps.map(([title, text], index) => (
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
              <span className={cx('block text-xs', index === step ? 'text-dim' : 'text-faint')}>{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <IconButton label={words.guideClose} onClick={hide}>
        <X className="size-4" />
      </IconButton>
    </section>
  )
}
