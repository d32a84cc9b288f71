// What is there already for the words of a request: templates like it, and tools of the marketplace that the
// words name.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../../app/api.ts'
import { words as offers } from '../../../../words/workflow/offers.ts'
import { words } from '../../../../words/write.ts'
import { templatesLike } from '../alike.ts'
import { Choice } from '../choice.tsx'

/** Characters that a search takes. */
const longestSearch = 200
const mostTools = 3

export interface FoundProps {
  readonly prompt: string
  readonly onTemplate: (id: string) => void
}

export function Found({ prompt, onTemplate }: FoundProps) {
  const search = prompt.trim().slice(0, longestSearch)
  const query = { search, limit: mostTools }
  const { data: tools = [] } = useQuery(read('GET /api/v1/marketplace/tools', { query }))
  return (
    <>
      <section aria-label={words.alike} className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">{words.alike}</h3>
        <p className="text-sm text-dim">{words.alikeHint}</p>
        <ul className="flex flex-col gap-2">
          {templatesLike(prompt).map(template => (
            <li key={template.id}>
              <Choice template={template} onTemplate={onTemplate}>
                <span className="block font-mono whitespace-pre-wrap">{template.prompt}</span>
              </Choice>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={offers.marketplace} className="text-sm">
        {tools.length > 0 && <h3 className="text-sm font-semibold">{offers.marketplace}</h3>}
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {tools.map(({ slug, name }) => (
            <li key={slug}>
              <Link to="/marketplace/$slug" params={{ slug }}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/marketplace">{offers.allTools}</Link>
          </li>
        </ul>
      </section>
    </>
  )
}
