// An empty conversation: what one can say, as buttons that say it; about a run when the address names one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../app/api.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { words } from '../../words/chat.ts'
import { Choices } from './parts/choices.tsx'

const shownWorkflows = 3

export interface WelcomeProps {
  readonly runId: string | null
  readonly onSay: (text: string) => void
}

export function Welcome({ runId, onSay }: WelcomeProps) {
  return runId === null ? <Examples onSay={onSay} /> : <AboutRun runId={runId} onSay={onSay} />
}

function Examples({ onSay }: Pick<WelcomeProps, 'onSay'>) {
  const models = useQuery(read('GET /api/v1/models'))
  const workflows = useQuery(read('GET /api/v1/workflows', { query: { limit: shownWorkflows } }))
  const runs = (workflows.data ?? []).map(({ name }) => words.run(name))
  const examples = words.examples
    .map(([title, sentences]) => [title, title === words.runs ? runs : sentences] as const)
    .filter(([, sentences]) => sentences.length > 0)
  const hasModel = (models.data?.models.length ?? 0) > 0 || models.data?.service != null
  return (
    <div className="flex flex-col gap-6 py-8">
      <div>
        <h2 className="text-lg font-semibold">{words.welcome}</h2>
        <p className="text-dim">{hasModel ? words.withModel : words.withoutModel}</p>
      </div>
      <div className="flex flex-col gap-3" role="group" aria-label={words.canSay}>
        {examples.map(([title, sentences]) => (
          <div key={title} className="grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <span className="text-sm leading-8 text-dim">{title}</span>
            <Choices choices={sentences.map(each => [each, each])} onChoose={onSay} />
          </div>
        ))}
      </div>
    </div>
  )
}

function AboutRun({ runId, onSay }: { readonly runId: string; readonly onSay: (text: string) => void }) {
  const run = useQuery(read('GET /api/v1/executions/:id', { params: { id: runId } }))
  return (
    <div className="flex flex-col gap-4 py-8">
      <div>
        <h2 dir="auto" className="text-lg font-semibold">
          {words.aboutRun(run.data?.workflowName ?? '…')}
        </h2>
        <p className="flex flex-wrap items-center gap-2 text-dim">
          {run.data && <StatusBadge status={run.data.status} />}
          <Link to="/runs/$id" params={{ id: runId }} className="font-mono text-xs">
            {runId}
          </Link>
        </p>
        <p className="mt-2 text-dim">{words.aboutRunHint}</p>
      </div>
      <Choices choices={words.ofRun(runId).map(each => [each, each])} onChoose={onSay} />
    </div>
  )
}
