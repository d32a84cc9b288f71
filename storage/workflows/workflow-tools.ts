// The workflows of an organization that are offered as tools, from memory: every tools/list of /rpc asks. A
// changed workflow drops its organization from the cache (storage/cached-facts.ts).
import type { JsonSchema } from '../../domain/json.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'

export interface WorkflowTool {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** Its beginning. */
  readonly prompt: string
  readonly inputsSchema: JsonSchema
}

interface Offered {
  readonly workflows: readonly WorkflowTool[]
  readonly length: number
}

/** Largest sum of the lengths of cached prompts and schemas, in characters. */
const cachedLength = 16 * 1024 * 1024

export class WorkflowTools {
  readonly #queries: Queries
  readonly #cache = new BoundedCache<Offered>(cachedLength, ({ length }) => length)

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** Workflows that are marked as tools and ready to run, by slug; the same array until something changes. */
  async list(organizationId: string): Promise<readonly WorkflowTool[]> {
    const found = await this.#cache.get(organizationId, () => this.#load(organizationId))
    return found!.workflows
  }

  invalidate(organizationId: string): void {
    this.#cache.delete(organizationId)
  }

  async #load(organizationId: string): Promise<Offered> {
    const rows = await this.#queries.query<Row>(offered, [organizationId])
    const workflows = rows.map(row => ({ ...row, inputsSchema: JSON.parse(row.inputsSchema) }))
    return {
      workflows,
      length: rows.reduce((sum, row) => sum + row.prompt.length + row.inputsSchema.length, 1_000),
    }
  }
}

type Row = Omit<WorkflowTool, 'inputsSchema'> & { readonly inputsSchema: string }

const offered = {
  name: 'workflows.tools',
  text: `select w.id, w.slug, w.name, w.description, left(v.prompt, 1000) as prompt, v.inputs_schema as "inputsSchema"
    from workflows w join workflow_versions v on v.id = w.active_version_id
    where w.organization_id = $1 and w.deleted_at is null and w.tool and v.status = 'ready' order by w.slug`,
}
