// The language models of the organization: which there are, what they may spend, whether they answer.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Check, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { Empty, Loaded, Note } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { Badge } from '../../../parts/status.tsx'
import { durationText, numberText } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/models.ts'
import { words as offers } from '../../../words/workflow/offers.ts'
import { ConnectModel } from '../../models/connect-model.tsx'
import { ModelForm } from './model-form.tsx'

export type Models = Answer<'GET /api/v1/models'>
type Model = Models['models'][number]

const pattern = 'GET /api/v1/models'

export function ModelsPage() {
  const isAdmin = hasRole(useUser(), 'admin')
  const query = useQuery(read(pattern))
  const [edited, setEdited] = useState<Model | 'new' | null>(null)
  const add = isAdmin && (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={add} width="narrow">
      <Loaded query={query}>
        {settings => (
          <>
            <ModelList settings={settings} onEdit={setEdited} />
            {isAdmin && (
              <Section title={offers.model} lead={offers.modelLead}>
                <div className="max-w-md">
                  <ConnectModel canFindLocal={settings.local} />
                </div>
              </Section>
            )}
            <Limits settings={settings} isAdmin={isAdmin} />
            {edited !== null && (
              <ModelForm
                models={settings.models}
                edited={edited === 'new' ? null : edited}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface ModelListProps {
  readonly settings: Models
  readonly onEdit: (model: Model) => void
}

function ModelList({ settings: { models, service }, onEdit }: ModelListProps) {
  const isAdmin = hasRole(useUser(), 'admin')
  const save = useCall('PUT /api/v1/models', { refreshes: [pattern] })
  const test = useCall('POST /api/v1/models/test', { refreshes: [pattern], onDone: tell })
  const keep = (list: readonly Model[]) => save.mutate({ body: { models: list as Model[] } })
  const asked = service !== null && <Note>{words.service(service.model)}</Note>
  if (models.length === 0) {
    return (
      <div className="mb-8 flex flex-col gap-3">
        {asked}
        <Empty title={words.empty}>{words.emptyLead}</Empty>
      </div>
    )
  }
  return (
    <ul className="mb-8 rounded-lg border bg-raised">
      {models.map(model => (
        <li key={model.name} className="flex items-center gap-3 border-b px-4 py-3 last:border-b-0">
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-2">
              <span className="truncate font-medium">{model.name}</span>
              {model.default && <Badge tone="good">{words.default}</Badge>}
              {model.plans === 'well' && <Badge tone="good">{words.plansWell}</Badge>}
              {model.plans === 'badly' && <Badge tone="warn">{words.plansBadly}</Badge>}
            </div>
            <div className="truncate text-sm text-dim">
              {words.providers[model.provider]} · {model.model}
            </div>
            {model.plans === 'badly' && <div className="text-sm text-warn">{words.plansBadlyHint}</div>}
          </div>
          {isAdmin && (
            <>
              <Button
                isBusy={test.isPending && test.variables.body?.name === model.name}
                onClick={() => test.mutate({ body: { name: model.name, plan: true } })}
              >
                {words.test}
              </Button>
              <Menu
                items={[
                  { label: words.edit, onSelect: () => onEdit(model) },
                  {
                    label: words.makeDefault,
                    isDisabled: model.default,
                    onSelect: () => keep(models.map(each => ({ ...each, default: each === model }))),
                  },
                  {
                    label: words.remove,
                    isDangerous: true,
                    onSelect: () => {
                      keep(models.filter(each => each !== model))
                      toast({ text: words.removed, undo: () => keep(models) })
                    },
                  },
                ]}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function tell({ ok, durationMs, error, sample }: Answer<'POST /api/v1/models/test'>): void {
  const took = durationText(durationMs)
  if (!ok) toast({ text: words.fails(error?.message ?? ''), tone: 'bad' })
  else if (sample?.plans === 'well') toast({ text: words.worksWell(took), tone: 'good' })
  else if (sample?.plans === 'badly')
    toast({ text: words.worksBadly(took, sample.problems[0] ?? ''), tone: 'bad' })
  else toast({ text: words.works(took), tone: 'good' })
}

function Limits({ settings, isAdmin }: { readonly settings: Models; readonly isAdmin: boolean }) {
  const { cuPerMonth, acceptPlans, hosts, used } = settings
  const save = useCall('PUT /api/v1/models', { refreshes: [pattern], onDone: () => toast(words.saved) })
  const send = ({ month = '', accept, hosts: typed = '' }: Readonly<Record<string, string>>) =>
    save.mutateAsync({
      body: {
        cuPerMonth: month.trim() === '' ? null : Number(month),
        acceptPlans: accept === 'on',
        hosts: typed.split(/[\s,]+/).filter(host => host !== ''),
      },
    })
  return (
    <Section title={words.limits} lead={words.used(numberText(used.cu), numberText(used.calls))}>
      <fieldset disabled={!isAdmin} className="max-w-md">
        <Form onSend={send} action={words.save}>
          <TextField
            label={words.month}
            hint={words.monthHint}
            name="month"
            type="number"
            min={0}
            isOptional
            defaultValue={cuPerMonth ?? ''}
          />
          <TextField
            label={words.hosts}
            hint={words.hostsHint}
            name="hosts"
            isOptional
            defaultValue={hosts.join(' ')}
          />
          <Check name="accept" label={words.accept} defaultChecked={acceptPlans} />
        </Form>
      </fieldset>
    </Section>
  )
}
