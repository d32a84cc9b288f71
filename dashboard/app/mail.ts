// Where the mails of this service go. No page promises a mail that does not leave.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../http/client.ts'
import { read } from './api.ts'

export type MailWay = Answer<'GET /api/v1/auth/signup'>['mail']

/** `sent` until it is known. */
export function useMail(): MailWay {
  return useQuery(read('GET /api/v1/auth/signup')).data?.mail ?? 'sent'
}
