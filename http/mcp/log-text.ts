// The log of an execution so far as one text, one line of JSON for each event. Used by resources.ts.
import type { Services } from '../services.ts'

/** Largest text, in characters; the last line of a longer one says where the log continues. */
const textLimit = 512 * 1024
const pageSize = 100

/** @throws {Failure} not-found */
export async function readLog(
  { executionLog }: Pick<Services, 'executionLog'>,
  organizationId: string,
  executionId: string,
): Promise<string> {
  const log = (await executionLog.log(organizationId, executionId, 0))!
  const feed = log.open(0, () => {})
  const lines: string[] = []
  try {
    for (let length = 0; length < textLimit; ) {
      const events = await feed.pull(pageSize)
      if (events.length === 0) return lines.join('\n')
      for (const { id, event, data } of events) {
        const line = `{"id":${id},"event":${JSON.stringify(event)},${data.slice(1)}`
        length += line.length
        lines.push(line)
      }
      if (events.at(-1)!.isLast) return lines.join('\n')
    }
    const rest = `/api/v1/executions/${executionId}/logs`
    return [
      ...lines,
      JSON.stringify({ event: 'cut', message: `the log is longer: read the rest at ${rest}` }),
    ].join('\n')
  } finally {
    feed.close()
  }
}
