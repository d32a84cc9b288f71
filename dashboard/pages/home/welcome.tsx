// The home page of an organization without workflows: write one, or begin with a template.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { words } from '../../words/home.ts'
import { templates } from '../workflows/templates.ts'
import { Describe } from './describe.tsx'

const shown = 3

export function Welcome() {
  return (
    <div className="mx-auto max-w-3xl pt-4 sm:pt-12">
      <h1 className="text-xl font-semibold">{words.welcome}</h1>
      <p className="mt-1 mb-4 max-w-prose text-dim">{words.welcomeHint}</p>
      <Describe rows={3} />
      <div className="mt-8 mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-base font-semibold">{words.orBegin}</h2>
        <Link to="/workflows/new" className="ms-auto text-sm text-accent no-underline hover:underline">
          {words.allTemplates}
        </Link>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3">
        {templates.slice(0, shown).map(({ id, title, description }) => (
          <li
            key={id}
            className="relative flex flex-col gap-1 rounded-lg border bg-raised p-4 focus-within:border-accent hover:border-strong hover:bg-hover"
          >
            <Link
              to="/workflows/new"
              search={{ template: id }}
              className="flex items-start gap-2 font-medium no-underline after:absolute after:inset-0"
            >
              <span className="min-w-0 flex-1">{title}</span>
              <ArrowRight
                aria-hidden="true"
                className="mt-0.5 size-4 shrink-0 text-accent rtl:-scale-x-100"
              />
            </Link>
            <p className="text-sm text-dim">{description}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
