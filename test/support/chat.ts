// What tests of chat sessions do again and again: open one, say something, read its streams.
import { type Answer, type Client, eventsOf, type StreamedEvent } from './people/client.ts'
import { until } from './runs.ts'

export const sessions = '/api/v1/chat/sessions'
export const session = (id: string) => `${sessions}/${id}`

/** @returns its id */
export async function openSession(client: Client, body: object = {}): Promise<string> {
  const { status, body: opened } = await client.post(sessions, body)
  if (status !== 201) throw new Error(`opening answered ${status} ${JSON.stringify(opened)}`)
  return opened.id
}

/** Sends a message; the answer is the stored message with the reply. */
export function say(client: Client, id: string, message: string, headers = {}): Promise<Answer> {
  return client.post(`${session(id)}/messages`, { message }, headers)
}

/** Decides by the button of a card. */
export function press(client: Client, id: string, approval: string, decision: string): Promise<Answer> {
  return client.post(`${session(id)}/messages`, { approval: { id: approval, decision } })
}

/** Sends a message and reads the stream of its answer. */
export async function* answerTo(
  client: Client,
  id: string,
  body: object,
  headers = {},
): AsyncGenerator<StreamedEvent> {
  const wanted = { accept: 'text/event-stream', ...headers }
  const response = await client.open('POST', `${session(id)}/messages`, body, wanted)
  if (response.status !== 200) throw new Error(`the message was answered ${response.status}`)
  yield* eventsOf(response)
}

/** Messages of a session, oldest first; at most 100. */
export async function messagesOf(client: Client, id: string) {
  return (await client.get(`${session(id)}/messages?limit=100`)).body
}

/** The messages, once there are as many. */
export function untilMessages(client: Client, id: string, count: number) {
  return until(
    () => messagesOf(client, id),
    messages => messages.length >= count,
  )
}

/** The text that the chunks of an answer make, as a client puts it together. */
export function textOf(events: readonly StreamedEvent[]): string {
  return events.reduce((text, { event, data }) => {
    if (event === 'restart') return ''
    return event === 'chunk' ? text + data.text : text
  }, '')
}
