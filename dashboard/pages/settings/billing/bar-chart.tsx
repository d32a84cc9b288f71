// A chart of bars, drawn as SVG. One stop of the keyboard: arrows, Home and End move from bar to bar, and
// each is told as text. The pointer does the same. What it shows stands in a table beside it, too.
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { cx } from '../../../parts/class-names.ts'
import { numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/usage.ts'

export interface BarChartProps<T> {
  readonly title: string
  readonly bars: readonly T[]
  readonly amountOf: (bar: T) => number
  readonly labelOf: (bar: T) => string
}

const height = 100
/** Of the width of a bar. */
const gap = 0.2

export function BarChart<T>({ title, bars, amountOf, labelOf }: BarChartProps<T>) {
  const id = useId()
  const [selected, setSelected] = useState<number | null>(null)
  const most = Math.max(1, ...bars.map(amountOf))
  const last = bars.length - 1
  const total = bars.reduce((sum, bar) => sum + amountOf(bar), 0)
  const shown = selected === null ? undefined : bars[selected]
  const text = shown ? `${labelOf(shown)}: ${numberText(amountOf(shown))}` : words.total(numberText(total))

  function move(event: KeyboardEvent): void {
    const at = selected ?? last
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setSelected(selected === null ? (event.key === 'Home' ? 0 : last) : Math.min(last, Math.max(0, next)))
  }

  function point(event: PointerEvent<HTMLDivElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / width) * bars.length)
    setSelected(Math.min(last, Math.max(0, at)))
  }

  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="text-sm font-medium">
          {title}
        </span>
        <span className="text-sm text-dim">{text}</span>
      </figcaption>
      <div
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-readonly="true"
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(selected ?? last) + 1}
        aria-valuetext={text}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setSelected(null)}
        onBlur={() => setSelected(null)}
        className="relative touch-pan-y border-b border-strong pt-4"
      >
        <span className="absolute start-0 top-0 text-xs leading-none text-faint">{numberText(most)}</span>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length} ${height}`}
          preserveAspectRatio="none"
          className="block h-32 w-full"
        >
          <line
            x1={0}
            x2={bars.length}
            y1={0}
            y2={0}
            className="stroke-line"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
          {bars.map((bar, index) => {
            const size = (amountOf(bar) / most) * height
            return (
              <rect
                key={labelOf(bar)}
                x={index + gap / 2}
                width={1 - gap}
                y={height - size}
                height={size}
                className={cx(index === selected ? 'fill-ink' : 'fill-accent')}
              />
            )
          })}
        </svg>
      </div>
      <div dir="ltr" aria-hidden="true" className="mt-1 flex justify-between text-xs text-faint">
        <span>{bars[0] && labelOf(bars[0])}</span>
        {bars.length > 1 && <span>{labelOf(bars[last]!)}</span>}
      </div>
    </figure>
  )
}
