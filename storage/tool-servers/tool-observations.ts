// What results of tools look like that do not say so themselves. The hub of each thread notes results here;
// the tools of an organization come with what is known of them (tool-server-reader.ts).
// 1. A call waits for nothing: a result is looked at in a later turn, once a second for each tool at most,
//    and written later still, many at once, only where it says something new.
// 2. Rows hold names and types of fields, never a value, and are bounded (domain/schema/observed-schema.ts).
// 3. A tool whose definition or whose server's address has changed begins anew.
// 4. What is not written yet is lost at a crash, or when the database is away; the next results say it again.
import { createHash } from 'node:crypto'
import type { Json, JsonSchema } from '../../domain/json.ts'
import { mergedSchemas, observedSchema } from '../../domain/schema/observed-schema.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import { pinOf } from '../../domain/tools/tool-pin.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import type { Queries } from '../postgres/statement.ts'

export interface ObservationPauses {
  /** Between two results of one tool that are looked at. */
  readonly sampleMs: number
  /** From something new to its row. */
  readonly writeMs: number
}

const usualPauses: ObservationPauses = { sampleMs: 1_000, writeMs: 2_000 }

/** Results, and tools with news, that may wait; more are passed over. */
const mostWaiting = 32
const mostFound = 1_000
/** Tools whose last sample is remembered. */
const mostSampled = 10_000

interface Noted {
  readonly server: RegisteredServer
  readonly tool: ToolDefinition
  readonly output: Json
}

interface Found {
  readonly serverId: string
  readonly organizationId: string
  readonly tool: string
  readonly source: string
  readonly schema: JsonSchema
}

interface Row {
  readonly serverId: string
  readonly tool: string
  readonly source: string
  readonly body: string
  readonly revision: number
}

export class ToolObservations {
  readonly #queries: Queries
  readonly #tell: (organizationId: string) => void
  readonly #pauses: ObservationPauses
  readonly #sampledAt = new Map<string, number>()
  #noted: Noted[] = []
  #found = new Map<string, Found>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  /** @param tell says that rows of an organization have changed, after the commit */
  constructor(queries: Queries, tell: (organizationId: string) => void, pauses = usualPauses) {
    this.#queries = queries
    this.#tell = tell
    this.#pauses = pauses
  }

  /** Called with every result of a tool that only reads and has no outputSchema. */
  note(server: RegisteredServer, tool: ToolDefinition, output: Json): void {
    const key = keyOf(server.id, tool.name)
    const now = Date.now()
    if (now - (this.#sampledAt.get(key) ?? 0) < this.#pauses.sampleMs) return
    if (this.#noted.length >= mostWaiting) return
    if (this.#sampledAt.size >= mostSampled) this.#sampledAt.clear()
    this.#sampledAt.set(key, now)
    this.#noted.push({ server, tool, output })
    if (this.#noted.length === 1) setImmediate(() => this.#look())
  }

  /** Writes what is not written yet. */
  close(): Promise<void> {
    while (this.#noted.length > 0) this.#look()
    return this.#write()
  }

  /** One result a turn. */
  #look(): void {
    const next = this.#noted.shift()
    if (next === undefined) return
    if (this.#noted.length > 0) setImmediate(() => this.#look())
    const { server, tool, output } = next
    const key = keyOf(server.id, tool.name)
    const found = this.#found.get(key)
    const source = sourceOf(server, tool)
    const known = found?.source === source ? found.schema : server.observed?.get(tool.name)
    const seen = observedSchema(output)
    const schema = known === undefined ? seen : mergedSchemas(known, seen)
    if (known !== undefined && JSON.stringify(schema) === JSON.stringify(known)) return
    if (found === undefined && this.#found.size >= mostFound) return
    const { id: serverId, organizationId } = server
    this.#found.set(key, { serverId, organizationId, tool: tool.name, source, schema })
    this.#timer ??= setTimeout(() => void this.#write(), this.#pauses.writeMs).unref()
  }

  #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const found = [...this.#found.values()]
    this.#found = new Map()
    this.#writing = this.#writing.then(() => this.#save(found)).catch(() => {})
    return this.#writing
  }

  /** Another thread may have found something, too: what is in the row is merged first. */
  async #save(found: readonly Found[]): Promise<void> {
    if (found.length === 0) return
    const names = [found.map(({ serverId }) => serverId), found.map(({ tool }) => tool)]
    const rows = await this.#queries.query<Row>(read, names)
    const byKey = new Map(rows.map(row => [keyOf(row.serverId, row.tool), row]))
    const news = found.flatMap(each => {
      const row = byKey.get(keyOf(each.serverId, each.tool))
      const kept = row?.source === each.source ? (JSON.parse(row.body) as JsonSchema) : null
      const body = JSON.stringify(kept === null ? each.schema : mergedSchemas(kept, each.schema))
      return kept !== null && body === row?.body ? [] : [{ ...each, body, revision: row?.revision ?? 0 }]
    })
    if (news.length === 0) return
    await this.#queries.query(save, [
      ...[news.map(({ serverId }) => serverId), news.map(({ tool }) => tool)],
      ...[news.map(({ source }) => source), news.map(({ body }) => body)],
      news.map(({ revision }) => revision),
    ])
    for (const id of new Set(news.map(({ organizationId }) => organizationId))) this.#tell(id)
  }
}

/** The rows of one server, as JSON text from `observationsOfServer`; only what its tools still answer. */
export function observedBy(
  server: Pick<RegisteredServer, 'url' | 'tools'>,
  rows: string | null,
): ReadonlyMap<string, JsonSchema> {
  const kept = rows === null ? [] : (JSON.parse(rows) as { tool: string; source: string; body: string }[])
  const byName = new Map(kept.map(row => [row.tool, row]))
  return new Map(
    server.tools.flatMap(tool => {
      const row = byName.get(tool.name)
      if (row === undefined || tool.outputSchema !== null || row.source !== sourceOf(server, tool)) return []
      return [[tool.name, JSON.parse(row.body) as JsonSchema] as const]
    }),
  )
}

function sourceOf({ url }: Pick<RegisteredServer, 'url'>, tool: ToolDefinition): string {
  return createHash('sha256')
    .update(`${pinOf(tool)} ${url}`)
    .digest('hex')
}

function keyOf(serverId: string, tool: string): string {
  return `${serverId}/${tool}`
}

/** SQL of a text for `observedBy`. @param id SQL of the server's id */
export function observationsOfServer(id: string): string {
  return `(select json_agg(json_build_object('tool', o.tool, 'source', o.source, 'body', o.body))::text
    from tool_observations o where o.server_id = ${id})`
}

const read = {
  name: 'tool-observations.read',
  text: `select o.server_id as "serverId", o.tool, o.source, o.body, o.revision
    from unnest($1::text[], $2::text[]) as f(id, tool)
      join tool_observations o on o.server_id = f.id and o.tool = f.tool`,
}

/** Writes nothing where another thread was first, and inserts nothing for a server that was removed. */
const save = {
  name: 'tool-observations.save',
  text: `insert into tool_observations as o (server_id, tool, source, body, revision)
    select f.id, f.tool, f.source, f.body, f.revision + 1
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[]) as f(id, tool, source, body, revision)
      join tool_servers s on s.id = f.id order by f.id, f.tool
    on conflict (server_id, tool) do update
      set source = excluded.source, body = excluded.body, revision = excluded.revision
      where o.revision = excluded.revision - 1`,
}
