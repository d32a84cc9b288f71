// The port of whoever takes payments: Stripe, or the local sandbox
// (http/billing/sandbox.ts). Called by http/billing/billing.ts.
// 1. A payment page changes nothing by itself: the subscription follows from what the provider says later.
// 2. An organization has one customer at a provider, whoever asks and however often.
import type { CheckoutRequest, PaymentPage, PortalRequest } from '../../domain/billing/checkout.ts'

export interface Payer {
  readonly organizationId: string
  readonly name: string
}

export interface PaymentProvider {
  /**
   * A page that sells the plan, or changes a subscription that there is to it.
   * @throws {Failure} conflict, unavailable
   */
  checkout(payer: Payer, request: CheckoutRequest): Promise<PaymentPage>
  /**
   * Ends what the organization has subscribed to, at once; done before, it changes nothing.
   * @throws {Failure} unavailable
   */
  end(organizationId: string): Promise<void>
  /** A page on which payment, plan and end of the subscription are managed. @throws {Failure} unavailable */
  portal(payer: Payer, request: PortalRequest): Promise<PaymentPage>
}
