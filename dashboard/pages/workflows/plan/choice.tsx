// A template to take by a click.
import type { ReactNode } from 'react'
import type { Template } from '../templates.ts'

export interface ChoiceProps {
  readonly template: Template
  readonly onTemplate: (id: string) => void
  readonly children: ReactNode
}

export function Choice({ template: { id, title }, onTemplate, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className="flex h-full w-full flex-col rounded-md border bg-raised px-3 py-2 text-start hover:bg-hover"
      onClick={() => onTemplate(id)}
    >
      <span className="text-sm font-medium">{title}</span>
      <span className="text-xs text-dim">{children}</span>
    </button>
  )
}
