// What the planner could not read, asks or assumed. A candidate or a fix is taken by a click, which edits the
// prompt; undo takes it back.
import { CircleAlert, CircleHelp, Info } from 'lucide-react'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/class-names.ts'
import { words } from '../../../words/write.ts'
import { type Diagnostic, instead, isOpenByHand, type Planned } from './planned.ts'

const looks = {
  error: [CircleAlert, 'text-bad'],
  question: [CircleHelp, 'text-warn'],
  info: [Info, 'text-busy'],
} as const

export interface QuestionsProps {
  readonly planned: Planned
  readonly onWrite: (prompt: string) => void
  readonly onShow: (span: readonly [number, number]) => void
}

/** What a model said of its plan is answered in a place of its own (model/said.tsx). */
const answeredElsewhere: ReadonlySet<string> = new Set(['CANNOT', 'OPEN', 'MODEL_FAILED'])

export function Questions({ planned, onWrite, onShow }: QuestionsProps) {
  const isSaid = planned.origin === 'model' || isOpenByHand(planned)
  const diagnostics = planned.diagnostics.filter(({ code }) => !(isSaid && answeredElsewhere.has(code)))
  if (diagnostics.length === 0) return null
  return (
    <ul className="mt-3 flex flex-col gap-2 border-t pt-3" aria-live="polite">
      {diagnostics.map((diagnostic, index) => (
        <li key={index}>
          <Question diagnostic={diagnostic} prompt={planned.prompt} onWrite={onWrite} onShow={onShow} />
        </li>
      ))}
    </ul>
  )
}

interface QuestionProps {
  readonly diagnostic: Diagnostic
  readonly prompt: string
  readonly onWrite: (prompt: string) => void
  readonly onShow: (span: readonly [number, number]) => void
}

function Question({ diagnostic, prompt, onWrite, onShow }: QuestionProps) {
  const [Icon, colour] = looks[diagnostic.severity]
  const answers = instead(diagnostic, prompt)
  const { span, message, severity } = diagnostic
  return (
    <div className="flex items-start gap-2 px-2.5 py-1 text-sm max-sm:flex-wrap">
      <Icon
        aria-label={words.severity[severity]}
        role="img"
        className={cx('mt-0.5 size-4 shrink-0', colour)}
      />
      <div className="min-w-0 flex-1 basis-56">
        <p className="whitespace-pre-wrap">{message}</p>
        {answers.length > 0 && (
          <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
            <span className="text-xs text-dim">
              {(diagnostic.fixes ?? []).length > 0 ? words.insteadWrite : words.whichOne}
            </span>
            {answers.map(({ title, prompt: text }) => (
              <button
                key={`${title} ${text}`}
                type="button"
                className="max-w-full rounded-md border bg-page px-2 py-1 text-start text-sm hover:bg-hover"
                onClick={() => onWrite(text)}
              >
                {title}
              </button>
            ))}
          </div>
        )}
      </div>
      {span !== null && (
        <Button look="quiet" className="shrink-0 max-sm:ms-4 sm:-my-1.5" onClick={() => onShow(span)}>
          {words.showWords}
        </Button>
      )}
    </div>
  )
}
