// What runs now, and what has ended last.
import { useQuery } from '@tanstack/react-query'
import { shownLine } from '../../../domain/shown/shown.ts'
import type { Answer } from '../../../http/client.ts'
import { Loaded } from '../../parts/notes.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Duration, Time, useNow } from '../../parts/time.tsx'
import { words } from '../../words/home.ts'
import { statusWords } from '../../words/statuses.ts'
import { shownStatus } from '../runs/ended.ts'
import { List, Panel, Row } from './panel.tsx'
import { reads, underWay } from './reads.ts'

type Run = Answer<'GET /api/v1/executions'>[number]

export function RunsNow() {
  const runs = useQuery(reads.underWay)
  return (
    <Panel title={words.runsNow} all={{ to: '/runs', search: { status: underWay }, label: words.allRunning }}>
      <Loaded query={runs}>
        {list => (
          <Runs
            runs={list}
            label={words.runsNow}
            none={words.nothingRuns}
            end={run => <Elapsed run={run} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

export function Ended() {
  const runs = useQuery(reads.ended)
  return (
    <Panel title={words.ended} all={{ to: '/runs', label: words.allRuns }}>
      <Loaded query={runs}>
        {list => (
          <Runs
            runs={list}
            label={words.ended}
            none={words.nothingEnded}
            end={({ finishedAt }) => <Time at={finishedAt} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

interface RunsProps {
  readonly runs: readonly Run[]
  readonly label: string
  readonly none: string
  readonly end: (run: Run) => React.ReactNode
}

function Runs({ runs, label, none, end }: RunsProps) {
  if (runs.length === 0) return <p className="text-sm text-dim">{none}</p>
  return (
    <List label={label}>
      {runs.map(run => (
        <Row
          key={run.id}
          to="/runs/$id"
          params={{ id: run.id }}
          start={<StatusIcon status={shownStatus(run)} />}
          end={end(run)}
        >
          <span dir="auto" className="block truncate">
            {shownLine(run.workflowName)}
          </span>
          <span className="text-sm text-dim">{statusWords(shownStatus(run))}</span>
        </Row>
      ))}
    </List>
  )
}

/** How long it has been under way. */
function Elapsed({ run: { startedAt, createdAt } }: { readonly run: Run }) {
  return <Duration ms={Math.max(0, useNow() - (startedAt ?? createdAt))} />
}
