// Where nothing plans a request in somebody's own words: the ways to a plan, in the order of how far they
// lead. A model, the person's own agent, what is there already, and last what was understood of the words.
import type { ReactNode } from 'react'
import { hasRole, useUser } from '../../../../app/session.ts'
import { words } from '../../../../words/workflow/offers.ts'
import { ConnectModel } from '../../../models/connect-model.tsx'
import type { Planner } from '../use-planner.ts'
import { AgentOffer } from './agent-offer.tsx'
import { Found } from './found.tsx'

export interface OffersProps {
  readonly prompt: string
  readonly planner: Planner
  readonly onTemplate: (id: string) => void
}

export function Offers({ prompt, planner, onTemplate }: OffersProps) {
  const isAdmin = hasRole(useUser(), 'admin')
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 px-2.5 pt-1 pb-3">
      <p className="text-sm text-dim">{words.lead}</p>
      {planner.mode === 'reader' && (
        <Offer title={words.model} lead={isAdmin ? words.modelLead : words.modelAdmins}>
          {isAdmin && <ConnectModel canFindLocal={planner.canFindLocal} />}
        </Offer>
      )}
      <Offer title={words.agent} lead={words.agentLead}>
        <AgentOffer request={prompt} />
      </Offer>
      <Found prompt={prompt} onTemplate={onTemplate} />
    </section>
  )
}

interface OfferProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

function Offer({ title, lead, children }: OfferProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-md border px-3 py-2.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="text-sm text-dim">{lead}</p>
      {children}
    </section>
  )
}
