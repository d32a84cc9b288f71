// What is left of the month, and when it will be used up at this pace: told before the limit bites.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { cx } from '../../../parts/class-names.ts'
import { ErrorNote, Loaded, Note } from '../../../parts/notes.tsx'
import { Card, Section } from '../../../parts/page.tsx'
import { dayOf, numberText, useNow } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/usage.ts'
import { type Pace, paceOf } from './pace.ts'

type Period = Answer<'GET /api/v1/billing/current'>

export function UsageLimit() {
  const query = useQuery(read('GET /api/v1/billing/current'))
  return (
    <Section title={words.limitTitle}>
      <Loaded query={query}>{period => <Month period={period} />}</Loaded>
    </Section>
  )
}

function Month({ period }: { readonly period: Period }) {
  const now = useNow(60_000)
  const { periodStart, periodEnd, executions, cu, serviceModel } = period
  const pace = (used: number, limit: number | null) =>
    limit === null ? null : paceOf({ used, limit, periodStart, periodEnd, now })
  const runs = pace(executions.used, executions.limit)
  const units = pace(cu.used, cu.included)
  const model = serviceModel && pace(serviceModel.used, serviceModel.limit)
  return (
    <div className="flex flex-col gap-4">
      {runs !== null && <RunsNote pace={runs} periodEnd={periodEnd} />}
      {units !== null && <UnitsNote pace={units} />}
      {model?.isReached && <ModelNote periodEnd={periodEnd} />}
      <div className="grid gap-4 md:grid-cols-2">
        <Gauge
          title={words.runs}
          used={executions.used}
          limit={executions.limit}
          pace={runs}
          periodEnd={periodEnd}
        />
        <Gauge title={words.cu} used={cu.used} limit={cu.included} pace={units} periodEnd={periodEnd} />
        {serviceModel !== null && (
          <Gauge
            title={words.serviceModel}
            used={serviceModel.used}
            limit={serviceModel.limit}
            pace={model}
            periodEnd={periodEnd}
          />
        )}
      </div>
    </div>
  )
}

function RunsNote({ pace, periodEnd }: { readonly pace: Pace; readonly periodEnd: number }) {
  const plans = (
    <Link to="/settings/billing" className="font-medium underline">
      {words.plans}
    </Link>
  )
  if (pace.isReached) return <ErrorNote action={plans}>{words.reached(dayOf(periodEnd))}</ErrorNote>
  if (pace.reachedAt === null) return null
  return (
    <Note tone="warn">
      {words.pace(dayOf(pace.reachedAt))} {plans}
    </Note>
  )
}

function ModelNote({ periodEnd }: { readonly periodEnd: number }) {
  const models = (
    <Link to="/settings/models" className="font-medium underline">
      {words.ownModel}
    </Link>
  )
  return <ErrorNote action={models}>{words.modelReached(dayOf(periodEnd))}</ErrorNote>
}

function UnitsNote({ pace }: { readonly pace: Pace }) {
  if (pace.isReached) return <Note tone="warn">{words.includedUsed}</Note>
  if (pace.reachedAt === null) return null
  return <Note tone="warn">{words.paceIncluded(dayOf(pace.reachedAt))}</Note>
}

interface GaugeProps {
  readonly title: string
  readonly used: number
  readonly limit: number | null
  readonly pace: Pace | null
  readonly periodEnd: number
}

function Gauge({ title, used, limit, pace, periodEnd }: GaugeProps) {
  if (limit === null || pace === null)
    return (
      <Card>
        <div className="text-sm text-dim">{title}</div>
        <div className="text-lg font-semibold">{words.noLimit(numberText(used))}</div>
      </Card>
    )
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const isNear = share >= 0.8
  return (
    <Card className="flex flex-col gap-2">
      <div>
        <div className="text-sm text-dim">{title}</div>
        <div className="text-lg font-semibold">{words.ofLimit(numberText(used), numberText(limit))}</div>
      </div>
      <div
        role="meter"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div
          className={cx('h-full rounded-full', pace.isReached ? 'bg-bad' : isNear ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <div className="text-sm text-dim">
        {words.left(numberText(pace.left), dayOf(periodEnd))}.{' '}
        {!pace.isReached && pace.reachedAt === null && words.paceFits(numberText(pace.expected))}
      </div>
    </Card>
  )
}
