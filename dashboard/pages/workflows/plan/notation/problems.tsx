// What is wrong with the notation, as a list below it: the same as its marks, for who does not see them. A
// click goes to the line.
import { cx } from '../../../../parts/class-names.ts'
import { words } from '../../../../words/workflow/notation.ts'
import type { Problem } from './notation-marks.ts'

export interface ProblemsProps {
  readonly problems: readonly Problem[]
  readonly onGoTo: (line: number) => void
}

/** Of them that are shown. */
const most = 20
const colours = { error: 'text-bad', question: 'text-warn', info: 'text-dim' } as const

export function Problems({ problems, onGoTo }: ProblemsProps) {
  return (
    <ul
      aria-label={words.problems}
      aria-live="polite"
      className="flex max-h-36 shrink-0 flex-col gap-0.5 overflow-y-auto empty:hidden"
    >
      {problems.slice(0, most).map(({ line, severity, message }, index) => (
        <li key={index} className={cx('text-sm wrap-anywhere', colours[severity])}>
          {line === null ? (
            <p className="px-1.5 py-0.5">{message}</p>
          ) : (
            <button
              type="button"
              className="w-full rounded-sm px-1.5 py-0.5 text-start hover:bg-hover"
              onClick={() => onGoTo(line)}
            >
              {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
