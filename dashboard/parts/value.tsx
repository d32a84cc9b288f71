// Any JSON value as text: objects and lists fold, long texts and lists are cut and can be opened. What tools
// and prompts wrote is shown as text, and never as anything else.
import { useState } from 'react'
import { shownBlock, shownName } from '../../domain/shown/shown.ts'
import { words } from '../words/value.ts'
import { cx } from './class-names.ts'
import { CopyButton } from './copy.tsx'

const longText = 600
const longList = 50
const openDepth = 2

export function Value({ value, label }: { readonly value: unknown; readonly label?: string }) {
  return (
    <div dir="ltr" className="relative rounded-md border bg-sunken">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        role="region"
        aria-label={label ?? words.value}
        className="max-h-96 overflow-auto p-3 pe-11 font-mono text-xs"
      >
        <Node value={value} depth={0} />
      </div>
      <div className="absolute end-0 top-0 rounded-md bg-sunken p-1">
        <CopyButton text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
      </div>
    </div>
  )
}

function Node({ value, depth }: { readonly value: unknown; readonly depth: number }) {
  if (typeof value === 'string') return <Text text={value} />
  if (typeof value !== 'object' || value === null) {
    return <span className={value === null ? 'text-faint' : 'text-busy'}>{String(value)}</span>
  }
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0) return <span>{`${open}${close}`}</span>
  return <Group entries={entries} isList={Array.isArray(value)} depth={depth} />
}

function Group({
  entries,
  isList,
  depth,
}: {
  readonly entries: readonly (readonly [string, unknown])[]
  readonly isList: boolean
  readonly depth: number
}) {
  const [isOpen, setOpen] = useState(depth < openDepth)
  const [most, setMost] = useState(longList)
  const summary = isList ? words.items(entries.length) : words.fields(entries.length)
  return (
    <span>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="min-h-[24px] rounded-sm text-faint hover:text-ink"
      >
        {isOpen ? '▾' : '▸'} {summary}
      </button>
      {isOpen && (
        <div className={cx('border-s ps-3', 'ms-1')}>
          {entries.slice(0, most).map(([name, each]) => (
            <div key={name} className="whitespace-pre-wrap">
              <bdi className="text-dim">{shownName(name)}</bdi>: <Node value={each} depth={depth + 1} />
            </div>
          ))}
          {entries.length > most && (
            <button type="button" className="min-h-[24px] text-accent" onClick={() => setMost(most + 200)}>
              {words.moreOf(entries.length - most)}
            </button>
          )}
        </div>
      )}
    </span>
  )
}

function Text({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(text.length <= longText)
  return (
    <span className="whitespace-pre-wrap">
      {shownBlock(isOpen ? text : `${text.slice(0, longText).toWellFormed()}…`)}
      {!isOpen && (
        <button type="button" className="ms-1 min-h-[24px] text-accent" onClick={() => setOpen(true)}>
          {words.wholeText(text.length)}
        </button>
      )}
    </span>
  )
}
