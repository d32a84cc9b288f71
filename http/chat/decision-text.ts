// What a decision about an approval says, as the message that is stored of it.
import type { ChatDecision } from '../../domain/chat/chat.ts'

export function decisionText({ decision, note }: Pick<ChatDecision, 'decision' | 'note'>): string {
  const word = decision === 'approve' ? 'Approve' : 'Deny'
  return note == null || note === '' ? word : `${word}: ${note}`
}
