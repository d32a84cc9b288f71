// Chat tokens: what a server gives to a web page, so that the page holds no key.
import { z } from 'zod'
import { isChatOnly } from '../../../domain/chat/speaker.ts'
import { Failure } from '../../../domain/failure.ts'
import { hashApiKey } from '../../../domain/people/api-key.ts'
import { text } from '../../../domain/text.ts'
import { bearerCredential } from '../../account/auth.ts'
import { reply } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'

const CreateChatToken = z.object({
  origin: z
    .string()
    .max(255)
    .refine(
      value => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value),
      'expected the origin of a web page, as https://app.example.com',
    ),
  ttlSeconds: z.int().min(10).max(3_600).default(3_600),
  subject: text(1, 200).nullish(),
})

export const ChatToken = z.object({ token: z.string(), expiresAt: z.int() })

export const chatTokenRoutes = [
  route('POST /api/v1/chat/tokens', {
    summary: 'Make a short-lived chat token for one origin, and one end user',
    description:
      'For your server, with an API key: hand the token to the web page, as what `getToken()` of the chat SDK returns. It may only chat. With `subject`, your id of the end user, sessions of one user are seen by no other. It ends with the key.',
    permission: 'chat:write',
    body: CreateChatToken,
    returns: ChatToken,
    status: 201,
    secret: true,
  }).handle(async ({ caller, body, request }, { chatTokens }) => {
    const credential = bearerCredential(request.header('authorization'))
    if (caller.key === null || credential === null)
      throw new Failure('forbidden', 'chat tokens are made with an API key, by your server')
    if (isChatOnly(caller))
      throw new Failure('forbidden', 'a key that may only chat makes no tokens: use a key of your server')
    const { origin, ttlSeconds, subject = null } = body
    const held = caller.key.restrictions?.allowedOrigins ?? null
    if (held !== null && !held.includes(origin))
      throw new Failure('forbidden', `origin: this key may be used on pages of ${held.join(', ')} only`)
    const token = await chatTokens.make({ keyHash: hashApiKey(credential), origin, subject, ttlSeconds })
    return reply(token, { headers: { 'Cache-Control': 'no-store' } })
  }),
]
