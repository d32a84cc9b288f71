// The exact arguments of a call: shown as they would be sent, changed field by field where the approval
// allows it, and the difference to what was asked.

import { ArrowRight } from 'lucide-react'
import { own } from '../../../../domain/own.ts'
import { shownJson, shownName } from '../../../../domain/shown/shown.ts'
import { ShownValue } from '../../../parts/shown/shown-value.tsx'
import { words } from '../../../words/approvals.ts'
import { type FieldSchema, ValueField } from './value-fields.tsx'

export type Arguments = Readonly<Record<string, unknown>>

export function isArguments(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function ArgumentList({ args }: { readonly args: unknown }) {
  return <ShownValue value={args} label={words.arguments} />
}

export function ArgumentEditor({
  asked,
  args,
  schema = null,
  faults,
  onChange,
}: {
  readonly asked: Arguments
  readonly args: Arguments
  /** Of the tool: its choices and descriptions. */
  readonly schema?: { readonly properties?: unknown } | null
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (args: Arguments, name: string, fault: string | null) => void
}) {
  return (
    <div className="flex flex-col gap-3">
      {Object.entries(asked).map(([name, value]) => (
        <ValueField
          key={name}
          label={shownName(name)}
          schema={fieldOf(schema?.properties, name, value)}
          value={own(args, name)}
          error={own(faults, name)}
          onChange={(next, fault) => {
            const { [name]: _, ...rest } = args
            onChange(next === undefined ? rest : inOrderOf(asked, { ...rest, [name]: next }), name, fault)
          }}
        />
      ))}
    </div>
  )
}

/** As the tool describes it, but of the kind that the value is. */
function fieldOf(properties: unknown, name: string, value: unknown): FieldSchema {
  const known = isArguments(properties) ? own(properties, name) : undefined
  const { description, enum: choices } = isArguments(known) ? known : {}
  return {
    type: kindOf(value),
    ...(typeof description === 'string' && { description: description.slice(0, 300) }),
    ...(Array.isArray(choices) && choices.length > 0 && { enum: choices }),
  }
}

function kindOf(value: unknown): string {
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}

function inOrderOf(asked: Arguments, args: Arguments): Arguments {
  return Object.fromEntries(
    Object.keys(asked).flatMap(name => (Object.hasOwn(args, name) ? [[name, own(args, name)]] : [])),
  )
}

/** Names of what differs. */
export function changedNames(asked: unknown, args: unknown): readonly string[] {
  if (!isArguments(asked) || !isArguments(args)) return []
  return [...new Set([...Object.keys(asked), ...Object.keys(args)])].filter(
    name => JSON.stringify(own(asked, name)) !== JSON.stringify(own(args, name)),
  )
}

export function Changes({
  asked,
  args,
  title,
}: {
  readonly asked: Arguments
  readonly args: Arguments
  readonly title: string
}) {
  const names = changedNames(asked, args)
  if (names.length === 0) return null
  return (
    <section aria-label={title} className="rounded-md border border-warn bg-warn-soft p-3">
      <h4 className="mb-2 text-sm font-medium text-warn">{title}</h4>
      <dl className="flex flex-col gap-2">
        {names.map(name => (
          <div key={name}>
            <dt className="font-mono text-xs wrap-anywhere text-dim">
              <bdi>{shownName(name)}</bdi>
            </dt>
            <dd className="flex flex-wrap items-start gap-x-2 gap-y-1 font-mono text-xs leading-5 whitespace-pre-wrap">
              <del dir="auto" className="min-w-0 wrap-anywhere text-dim">
                <span className="sr-only">{words.asked}: </span>
                {textOf(own(asked, name))}
              </del>
              <ArrowRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn rtl:rotate-180" />
              <ins dir="auto" className="min-w-0 font-semibold wrap-anywhere no-underline">
                <span className="sr-only">{words.now}: </span>
                {Object.hasOwn(args, name) ? textOf(own(args, name)) : words.removed}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function textOf(value: unknown): string {
  if (value === undefined) return '–'
  return shownJson(value)
}
