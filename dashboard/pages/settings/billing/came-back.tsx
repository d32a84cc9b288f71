// What is told to somebody who comes back from a checkout. An address proves no payment: the plan in force
// does, and it is asked for until it is there.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { Note } from '../../../parts/notes.tsx'
import { words } from '../../../words/settings/billing.ts'

const route = getRouteApi('/in/settings/billing')
const lookEveryMs = 2_000

export interface CameBackProps {
  /** In force; undefined until it is known. */
  readonly plan: string | undefined
  readonly plans: Answer<'GET /api/v1/billing/plans'>
}

export function CameBack({ plan, plans }: CameBackProps) {
  const { paid, checkout } = route.useSearch()
  const isIn = paid === undefined ? plan !== 'free' : plan === paid
  const waits = (paid !== undefined || checkout === 'success') && plan !== undefined && !isIn
  useQuery({ ...read('GET /api/v1/billing/current'), refetchInterval: waits ? lookEveryMs : false })
  if (plan === undefined) return null
  if (checkout === 'canceled') return <Note>{words.notPaid}</Note>
  if (waits) return <Note>{words.paying}</Note>
  if (paid === undefined && checkout === undefined) return null
  const name = plans.find(each => each.plan === plan)?.name ?? plan
  return (
    <div role="status">
      <Note tone="good">{words.paid(name)}</Note>
    </div>
  )
}
