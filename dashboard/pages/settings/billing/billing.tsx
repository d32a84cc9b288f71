// Billing: what is in force, what it costs so far, the plans, and the way to pay. Whoever may not pay sees
// who can.
import { useQuery } from '@tanstack/react-query'
import { read, sayError } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { ErrorNote, Loaded, Note } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { words } from '../../../words/settings/billing.ts'
import { Admins } from '../shared/admins.tsx'
import { CameBack } from './came-back.tsx'
import { CurrentPeriod } from './current-period.tsx'
import { useLeave } from './leave.ts'
import { PlanCards } from './plan-cards.tsx'
import { SubscriptionNote } from './subscription-note.tsx'

export function BillingPage() {
  const canPay = hasRole(useUser(), 'admin')
  const leave = useLeave()
  const current = useQuery(read('GET /api/v1/billing/current'))
  const subscription = useQuery(read('GET /api/v1/billing/subscription'))
  const plans = useQuery(read('GET /api/v1/billing/plans'))
  const portal = canPay && (
    <Button
      isBusy={leave.isPending && leave.variables === 'portal'}
      title={words.portalLead}
      onClick={() => leave.mutate('portal')}
    >
      {words.portal}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={portal}>
      <div className="mb-6 flex flex-col gap-3 empty:hidden">
        <CameBack plan={current.data?.plan} plans={plans.data ?? []} />
        {leave.error !== null && <ErrorNote>{sayError(leave.error)}</ErrorNote>}
        {subscription.data && plans.data && (
          <SubscriptionNote value={subscription.data} plans={plans.data} canPay={canPay} leave={leave} />
        )}
        {!canPay && (
          <Note>
            {words.onlyAdmins}
            <Admins />
          </Note>
        )}
      </div>
      <Section title={words.current}>
        <Loaded query={current}>
          {period => (
            <CurrentPeriod value={period} plans={plans.data ?? []} subscription={subscription.data} />
          )}
        </Loaded>
      </Section>
      <Section title={words.plans}>
        <Loaded query={plans}>
          {list => (
            <PlanCards
              plans={list}
              inForce={current.data?.plan}
              subscription={subscription.data}
              canPay={canPay}
              leave={leave}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  )
}
