// docs/reference/events.md: what webhooks are sent, whom notifications tell, and what the streams of the API
// say.
import { z } from 'zod'
import { webhookEventData, webhookEventTypes } from '../../domain/news/event.ts'
import { notificationAudiences, notificationKinds, preferencesWith } from '../../domain/news/notification.ts'
import { apiRoutes } from '../../http/api.ts'
import { code, page, table } from './markdown.ts'

export function eventsPage(): string {
  return page(
    'Events',
    'domain/news/event.ts, domain/news/notification.ts and http/api.ts',
    'Three ways to hear of what happens: webhooks for other systems, notifications for people, streams for whoever watches one thing.',
    `## Webhooks

A webhook subscribes to some of these, or to \`*\`, which is all but \`ping\`. A delivery is \`{id, type, createdAt, organizationId, data}\`, signed by
[Standard Webhooks](https://www.standardwebhooks.com).`,
    table(
      ['event', 'what `data` holds'],
      webhookEventTypes.map(type => [code(type), webhookEventData[type]]),
    ),
    `## Notifications

Members of an organization are told, in the app and by mail. Each chooses by kind (\`PUT /api/v1/notifications/preferences\`).`,
    table(
      ['kind', 'who is told', 'by mail, unless chosen otherwise'],
      notificationKinds.map(kind => [
        code(kind),
        notificationAudiences[kind],
        preferencesWith({})[kind].mail ? 'yes' : 'no',
      ]),
    ),
    `## Streams

Server-sent events: \`id\`, \`event\` and \`data\`, which is JSON. A comment goes out every 15 s. \`Last-Event-ID\` goes on after the event that it names.`,
    ...streams(),
  )
}

function streams(): string[] {
  return apiRoutes({ url: 'http://localhost:8080', version: '0' }).flatMap(({ method, path, options }) => {
    if (options.events === undefined) return []
    const rows = Object.entries(options.events).map(([name, schema]) => [code(name), fieldsOf(schema)])
    return [`### ${method} ${path}`, options.summary, table(['event', 'fields of `data`'], rows)]
  })
}

function fieldsOf(schema: z.ZodType): string {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return Object.keys(properties).map(code).join(', ')
}
