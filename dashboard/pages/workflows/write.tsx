// The page to write a new workflow: an empty prompt, that of a template (`?template=`) or a given one
// (`?prompt=`). Its name is proposed, until somebody says another.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Input } from '../../parts/field.tsx'
import { useTitle } from '../../parts/page.tsx'
import { words } from '../../words/write.ts'
import { Guide } from '../guide/guide.tsx'
import { proposedName } from './plan/name.ts'
import { useTrial } from './plan/trial/use-trial.ts'
import { usePlan } from './plan/use-plan.ts'
import { usePlanner } from './plan/use-planner.ts'
import { useSaving } from './plan/use-saving.ts'
import { Writer } from './plan/writer.tsx'
import { type Template, templates } from './templates.ts'

const route = getRouteApi('/in/workflows/new')
const noInputs = {}

export function WritePage() {
  const { template, prompt } = route.useSearch()
  // Another address is another beginning.
  return <New key={`${template ?? ''} ${prompt ?? ''}`} template={template} prompt={prompt} />
}

interface NewProps {
  readonly template: string | undefined
  readonly prompt: string | undefined
}

function New({ template: wanted, prompt }: NewProps) {
  useTitle(words.title)
  const navigate = useNavigate()
  const [template, setTemplate] = useState<Template | undefined>(templates.find(({ id }) => id === wanted))
  const [initial] = useState(prompt ?? template?.prompt ?? '')
  const [said, setSaid] = useState<string | null>(null)
  const planner = usePlanner()
  const isRead = prompt === undefined && template !== undefined
  const planning = usePlan({ text: initial, kept: null, isRead }, planner)
  const saving = useSaving(null, initial)
  const { planned, now, text, sent } = planning
  const nameOf = (written: string) => {
    if (said !== null && said.trim() !== '') return said.trim()
    // A plan in the notation says no name: what is changed in that of a template keeps the template's.
    const isOfTemplate = written === template?.prompt || planned?.plannedBy === 'author'
    if (template !== undefined && isOfTemplate) return template.title
    const named = sent === null ? null : planned?.name
    return named ?? proposedName(written, words.unnamed)
  }
  const save = () => saving.save(now(), nameOf(now()), sent)
  const inputs = template?.inputs ?? noInputs
  const trial = useTrial({ planned, inputs, save })
  const saveAndStay = async () => {
    const { id } = await save()
    await navigate({ to: '/workflows/$id/{-$tab}', params: { id } })
  }
  const step = trial.state === 'running' ? 2 : trial.tried !== null ? 2 : planned?.status === 'ready' ? 1 : 0
  return (
    <div className="mx-auto w-full max-w-[1600px] px-4 pt-6 sm:px-6">
      <Guide step={step} />
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">{words.title}</h1>
        <div className="min-w-0 flex-1 basis-64">
          <Input
            aria-label={words.name}
            value={said ?? (text.trim() === '' ? '' : nameOf(text))}
            placeholder={words.name}
            maxLength={200}
            onChange={event => setSaid(event.target.value)}
            className="max-w-xl"
          />
        </div>
      </header>
      <Writer
        initial={initial}
        planner={planner}
        planning={planning}
        saving={saving}
        trial={trial}
        save={saveAndStay}
        onTemplate={id => setTemplate(templates.find(each => each.id === id))}
      />
    </div>
  )
}
