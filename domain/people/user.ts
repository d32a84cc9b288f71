// A user: a person with an e-mail address. One mailbox has one account: addresses that differ only in case
// or in Unicode compatibility forms are the same.
import { z } from 'zod'
import { nameText, text } from '../text.ts'
import { Organization, organizationBounds } from './organization.ts'
import { roles } from './permissions.ts'

/** 254: RFC 5321, 4.5.3.1.3. Passwords are bounded so that hashing stays cheap to refuse. */
export const userBounds = { emailLength: 254, nameLength: 200, passwordMin: 8, passwordMax: 256 } as const

/**
 * An address in compatibility form (a full-width letter becomes the letter). Characters beyond ASCII are
 * then refused, and with them look-alike letters of other scripts.
 */
export const Email = z
  .string()
  .max(userBounds.emailLength)
  .transform(address => address.normalize('NFKC').trim())
  .pipe(z.email().max(userBounds.emailLength))

/** The normal form of an address, which is unique among users. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export const Password = text(userBounds.passwordMin, userBounds.passwordMax)

export const SignUp = z.object({
  email: Email,
  password: Password,
  name: nameText(userBounds.nameLength).nullish(),
  organization: nameText(organizationBounds.nameLength).nullish(),
})
export type SignUp = z.infer<typeof SignUp>

/** The body of a sign-up: with an invitation it joins that organization. */
export const SignUpRequest = SignUp.extend({
  invitation: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .meta({ description: 'Token of an invitation to this address: it joins that organization' }),
})

/** Makes the first owner of a service. */
export const SetUp = SignUp.extend({
  token: z.string().min(1).max(200).meta({ description: 'From the link that the start printed' }),
})
export type SetUp = z.infer<typeof SetUp>

/** The name of the organization that a sign-up makes. */
export function organizationNameOf({ email, name, organization }: SignUp): string {
  return organization ?? name ?? email.slice(0, email.indexOf('@'))
}

/** The answer to a sign-up whose mailbox is to be proved: the same for every address. */
export const SignUpProof = z.object({
  proof: z.literal('mail').meta({ description: 'Open the link of the mail to sign in' }),
})

export const Verify = z.object({
  token: z.string().min(1).max(200).meta({ description: 'From the link of the mail' }),
  password: Password.optional().meta({ description: 'Not needed in the browser that signed up' }),
})
export type Verify = z.infer<typeof Verify>

/** Takes any text: a malformed address is answered like a wrong password. */
export const Login = z.object({
  email: z.string().max(userBounds.emailLength),
  password: z.string().max(userBounds.passwordMax),
})
export type Login = z.infer<typeof Login>

/** Takes any text: an address without an account gets the same answer. */
export const ForgotPassword = z.object({ email: z.string().max(userBounds.emailLength) })

export const ResetPassword = z.object({ token: z.string().min(1).max(200), password: Password })
export type ResetPassword = z.infer<typeof ResetPassword>

/** Absent fields stay as they are. */
export const UpdateProfile = z
  .object({
    name: nameText(userBounds.nameLength).nullable().optional(),
    password: Password.optional(),
    currentPassword: z.string().max(userBounds.passwordMax).optional(),
  })
  .refine(({ password, currentPassword }) => password === undefined || currentPassword !== undefined, {
    path: ['currentPassword'],
    error: 'expected the current password beside the new one',
  })
export type UpdateProfile = z.infer<typeof UpdateProfile>

export const UserProfile = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  organization: Organization,
  createdAt: z.int(),
})
export type UserProfile = z.infer<typeof UserProfile>

export const LoginResult = z.object({
  token: z.string(),
  expiresAt: z.int(),
  refreshToken: z.string(),
  user: UserProfile,
})
export type LoginResult = z.infer<typeof LoginResult>
