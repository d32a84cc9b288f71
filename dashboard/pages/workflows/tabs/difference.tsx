// What changed between two versions: the lines of the prompt, steps, inputs, tools, cost.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { cx } from '../../../parts/class-names.ts'
import { Loaded } from '../../../parts/notes.tsx'
import { words } from '../../../words/workflow/versions.ts'

type Change = Answer<'GET /api/v1/workflows/:id/versions/:a/diff/:b'>

interface DifferenceProps {
  readonly workflowId: string
  readonly from: number
  readonly to: number
}

export function Difference({ workflowId, from, to }: DifferenceProps) {
  const params = { id: workflowId, a: from, b: to }
  const query = useQuery(read('GET /api/v1/workflows/:id/versions/:a/diff/:b', { params }))
  return (
    <div className="mt-3 flex flex-col gap-4 border-t pt-3">
      <h4 className="text-sm font-medium text-dim">{words.changes(from, to)}</h4>
      <Loaded query={query}>{change => <Changes change={change} />}</Loaded>
    </div>
  )
}

const lineLooks = { same: 'text-dim', removed: 'bg-bad-soft text-bad', added: 'bg-good-soft text-good' }
const signs = { same: ' ', removed: '−', added: '+' }

function Changes({ change: { prompt, steps, inputsSchema, tools, cu } }: { readonly change: Change }) {
  const stepLines = [
    ...steps.added.map(step => `${step.title}: ${words.added}`),
    ...steps.removed.map(step => `${step.title}: ${words.removed}`),
    ...steps.changed.map(
      step => `${step.title}: ${words.changed(step.fields.map(each => each.field).join(', '))}`,
    ),
    ...tools.added.map(tool => `${tool}: ${words.added}`),
    ...tools.removed.map(tool => `${tool}: ${words.removed}`),
  ]
  const isSame = prompt.every(({ kind }) => kind === 'same') && stepLines.length === 0
  if (isSame) return <p>{words.noChanges}</p>
  return (
    <>
      <Part title={words.prompt}>
        <div className="overflow-x-auto rounded-md border bg-sunken py-2 font-mono text-xs">
          {prompt.map(({ kind, text }, line) => (
            <div key={line} className={cx('flex gap-2 px-3 whitespace-pre-wrap', lineLooks[kind])}>
              <span aria-hidden="true">{signs[kind]}</span>
              {kind === 'same' ? text : <span>{text}</span>}
            </div>
          ))}
        </div>
      </Part>
      {stepLines.length > 0 && (
        <Part title={words.steps}>
          <List lines={stepLines} />
        </Part>
      )}
      {inputsSchema.length > 0 && (
        <Part title={words.inputs}>
          <List lines={inputsSchema.map(each => `${each.path || '/'}: ${words[each.change]}`)} />
        </Part>
      )}
      <Part title={words.cost}>
        {estimateText(cu.from)} → {estimateText(cu.to)}
      </Part>
    </>
  )
}

function estimateText({ least, most }: Change['cu']['from']): string {
  return most === null ? `${least}+` : least === most ? String(least) : `${least}–${most}`
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h5 className="mb-1 text-xs font-medium text-dim">{title}</h5>
      {children}
    </div>
  )
}

function List({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="list-disc ps-5">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
