// What others wrote, where somebody decides about it: all of it, nothing folded, with everything that hides
// in a text as an escape. Each name and each value is a run of its own, so that letters from right to left
// move nothing beside them.
import { hostNotes, type ShownLine, shownLines, shownName } from '../../../domain/shown/shown.ts'
import { words } from '../../words/value.ts'
import { CopyButton } from '../copy.tsx'

/** More than this has no place in the box on a phone, where no bar shows that it scrolls: it says so. */
const longLength = 600
const longLines = 20

/** A value in a box that scrolls. An object is a row for each of its fields. */
export function ShownValue({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  const notes = hostNotes(value)
  return (
    <div className="flex flex-col gap-2">
      <div className="relative rounded-md border bg-sunken">
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          tabIndex={0}
          role="region"
          aria-label={label}
          dir="ltr"
          className="max-h-[28rem] overflow-auto font-mono text-xs leading-5"
        >
          {isFields(value) ? <Fields fields={value} /> : <Lines value={value} className="px-3 py-2 pe-11" />}
        </div>
        <div className="absolute end-0 top-0 rounded-md bg-sunken p-1">
          <CopyButton text={typeof value === 'string' ? value : text} />
        </div>
      </div>
      {isLong(text) && <p className="text-xs text-dim">{words.scrolls(text.length)}</p>}
      {notes.map(note => (
        <p key={note} className="font-mono text-xs break-words text-warn">
          {words.address} <bdi>{note}</bdi>
        </p>
      ))}
    </div>
  )
}

function isLong(text: string): boolean {
  return text.length > longLength || text.split('\n').length > longLines
}

type FieldsOf = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is FieldsOf {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

function Fields({ fields }: { readonly fields: FieldsOf }) {
  return (
    <dl className="divide-y pe-9">
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="wrap-anywhere text-dim">
            <bdi>{shownName(name)}</bdi>
          </dt>
          <dd className="min-w-0">
            <Lines value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value in lines, each within the width. */
export function Lines({ value, className }: { readonly value: unknown; readonly className?: string }) {
  return (
    <div className={className}>
      {shownLines(value).map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </div>
  )
}

function Line({ line: { depth, name, text, end } }: { readonly line: ShownLine }) {
  return (
    <div
      // What is wrapped stands further in than any name: it cannot look like a field.
      className="-indent-6 wrap-anywhere whitespace-pre-wrap"
      style={{ paddingInlineStart: `${Math.min(depth, 12) * 0.75 + 1.5}rem` }}
    >
      {name !== null && (
        <>
          <bdi className="text-dim">{name}</bdi>:{' '}
        </>
      )}
      <bdi>{text}</bdi>
      {end}
    </div>
  )
}
