// The plan as an outline in words. Pointing at a line lights up its words in the prompt, and the other way
// round. What is not understood yet keeps its place below, so that nothing jumps while one types.
import { useRef } from 'react'
import { cx } from '../../../parts/class-names.ts'
import { words } from '../../../words/write.ts'
import { type OutlineLine, type Planned, shownLines } from './planned.ts'

export interface OutlineProps {
  readonly planned: Planned | null
  readonly lit: string | null
  readonly onPoint: (step: string | null) => void
  readonly onChoose: (line: OutlineLine) => void
}

export function Outline({ planned, lit, onPoint, onChoose }: OutlineProps) {
  const before = useRef<readonly OutlineLine[]>([])
  if (planned === null) before.current = []
  else if (planned.status === 'ready' || planned.outline.length >= before.current.length)
    before.current = planned.outline
  const lines = shownLines(planned, before.current)
  const numbers = numbersOf(lines)
  return (
    <ol aria-label={words.steps} className="flex flex-col gap-0.5" onMouseLeave={() => onPoint(null)}>
      {lines.map((line, index) => (
        <li key={index} style={{ paddingInlineStart: line.depth * 22 }}>
          <button
            type="button"
            disabled={line.span === null}
            aria-pressed={line.step !== null && line.step === lit}
            onMouseEnter={() => onPoint(line.step)}
            onFocus={() => onPoint(line.step)}
            onBlur={() => onPoint(null)}
            onClick={() => onChoose(line)}
            className={cx(
              'flex w-full items-baseline gap-2.5 rounded-md px-2.5 py-1.5 text-start transition-colors duration-100',
              line.step !== null && line.step === lit && 'bg-busy-soft',
              line.isOld && 'text-faint',
            )}
          >
            <span className="min-w-5 shrink-0 text-xs text-faint">{numbers[index]}</span>
            <span className="min-w-0 flex-1">
              <Sentence text={line.text} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** `{{...}}` as a chip, the exact name of a tool in a smaller hand. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(\{\{.*?\}\}|`[^`]*`| \([a-z][\w-]*\)(?= with |\.))/s).map((part, index) => {
        if (index % 2 === 0) return part
        if (part.startsWith(' ('))
          return (
            <span key={index} className="font-mono text-xs text-dim">
              {` ${part.slice(2, -1)}`}
            </span>
          )
        const inner = part.startsWith('{{') ? part.slice(2, -2) : part.slice(1, -1)
        return (
          <code key={index} className="rounded-sm bg-accent-soft px-1 py-px font-mono text-xs">
            {inner.replace(/^= /, '').trim()}
          </code>
        )
      })}
    </>
  )
}

/** 1, 2, 2.1, 2.2, 3. */
function numbersOf(lines: readonly OutlineLine[]): readonly string[] {
  const counts: number[] = []
  return lines.map(({ depth }) => {
    counts.length = Math.min(counts.length, depth + 1)
    while (counts.length < depth + 1) counts.push(0)
    counts[depth]! += 1
    return counts.slice(0, depth + 1).join('.')
  })
}
