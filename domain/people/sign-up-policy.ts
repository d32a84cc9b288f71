// Who may make an account (`SIGN_UP`). Sign-up, sign-in with a provider, the links of mails and invitations
// all ask here; the set-up link of a service without users is the one way beside it.
import { z } from 'zod'
import { Failure } from '../failure.ts'

/** `invited`: whoever opens an invitation. `off`: nobody; people with an account still join by one. */
export const signUpPolicies = ['open', 'invited', 'off'] as const
export type SignUpPolicy = (typeof signUpPolicies)[number]

export const signUpVariables = {
  SIGN_UP: z
    .enum(signUpPolicies)
    .default('open')
    .describe(
      'who may make an account: open for anybody; invited for people who open an invitation; off for nobody, and invitations reach people with an account only; with invited and off a service without users prints a link at the start that makes the first owner',
    ),
}

/** As the public API shows it. */
export const ShownSignUp = z.object({
  signUp: z.enum(signUpPolicies).meta({ description: 'Who may make an account' }),
  proof: z.enum(['none', 'mail']).meta({ description: 'Whether a mail has to be opened first' }),
  mail: z.enum(['sent', 'outbox', 'none']).meta({
    description:
      'Where mails go: out; into the outbox of a service in development (`GET /api/v1/dev/outbox`); nowhere, as no `SMTP_URL` is set',
  }),
})
export type ShownSignUp = z.infer<typeof ShownSignUp>

/** What somebody who may not make an account is told; the same whether or not they are invited. */
export function signUpRefusal(policy: Exclude<SignUpPolicy, 'open'>): Failure {
  return new Failure('sign-up-closed', refusals[policy])
}

const refusals = {
  invited:
    'nobody signs up here without an invitation: ask an admin for one, and open its link, or send its token as `invitation`',
  off: 'this service takes no new people (SIGN_UP=off): ask whoever runs it',
} as const
