// A user: a person with an e-mail address. One mailbox, one account: addresses that differ only in case or in
// Unicode compatibility forms are the same.
import { z } from 'zod'
import { Organization, organizationBounds } from './organization.ts'
import { roles } from './permissions.ts'
import { text } from './text.ts'

/** 254: RFC 5321, 4.5.3.1.3. Passwords are bounded so that hashing stays cheap to refuse. */
export const userBounds = { emailLength: 254, nameLength: 200, passwordMin: 8, passwordMax: 256 } as const

/**
 * An address in compatibility form (a full-width letter is the letter); what is not ASCII then is refused, and with
 * it the letters of other scripts that only look the same.
 */
export const Email = z
  .string()
  .max(userBounds.emailLength)
  .transform(address => address.normalize('NFKC').trim())
  .pipe(z.email().max(userBounds.emailLength))

/** The one form of an address that may exist once. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export const Password = text(userBounds.passwordMin, userBounds.passwordMax)

export const SignUp = z.object({
  email: Email,
  password: Password,
  name: text(1, userBounds.nameLength).nullish(),
  organization: text(1, organizationBounds.nameLength).nullish(),
})
export type SignUp = z.infer<typeof SignUp>

/** Whatever was typed: a wrong form is answered like a wrong password. */
export const Login = z.object({
  email: z.string().max(userBounds.emailLength),
  password: z.string().max(userBounds.passwordMax),
})
export type Login = z.infer<typeof Login>

/** Whatever was typed: what has no account gets the same answer. */
export const ForgotPassword = z.object({ email: z.string().max(userBounds.emailLength) })

export const ResetPassword = z.object({ token: z.string().min(1).max(200), password: Password })
export type ResetPassword = z.infer<typeof ResetPassword>

/** An absent field stays as it is. */
export const UpdateProfile = z
  .object({
    name: text(1, userBounds.nameLength).nullable().optional(),
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
