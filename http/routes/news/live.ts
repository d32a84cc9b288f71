// The live stream of the caller's organization: hints of what to read again, for people who look at lists.
import { z } from 'zod'
import { LiveEvents } from '../../../domain/news/live-events.ts'
import { stream } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'

export const liveRoutes = [
  route('GET /api/v1/events', {
    summary: 'Stream what changes in your organization as server-sent events',
    description:
      'Hints without contents, so that you know what to read again: at most four `changes` a second, with at most 200 entries each; `more` says that there were others. Only what you may read; of notifications and chats only your own. The stream is not durable: its ids count within the connection, and after a reconnection you read again what you show. `end` comes when the session, the key or the membership ends; then do not come back.',
    permission: 'account:read',
    returns: z.string(),
    produces: 'text/event-stream',
    events: LiveEvents,
    unresumed: true,
  }).handle(({ caller, request }, { liveStreams, authenticate }) => {
    const again = () => authenticate(request.header('authorization'), request)
    return stream(liveStreams.open(caller, again), 0)
  }),
]
