// A titled part of the panel of a step.
import type { ReactNode } from 'react'

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-dim">{title}</h3>
      {children}
    </section>
  )
}
