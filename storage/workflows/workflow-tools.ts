// The workflows of an organization that are offered as tools, from memory: every tools/list of /rpc asks. A
// changed workflow drops its organization from the cache (storage/cached-facts.ts).
import type { JsonSchema } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { type PlanUses, usesOf } from '../../domain/plan/tool-uses.ts'
import { BoundedCache, type Notices } from '../postgres/bounded-cache.ts'
import type { Queries } from '../postgres/statement.ts'

export interface WorkflowTool {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** Its beginning. */
  readonly prompt: string
  readonly inputsSchema: JsonSchema
  /** Of its plan; null where that says nothing of its output. */
  readonly outputSchema: JsonSchema | null
  /** What its plan may do. */
  readonly uses: PlanUses
}

interface Offered {
  readonly workflows: readonly WorkflowTool[]
  readonly length: number
}

/** Largest sum of the lengths of cached prompts and schemas, in characters. */
const cachedLength = 16 * 1024 * 1024

export class WorkflowTools {
  readonly #queries: Queries
  readonly #cache: BoundedCache<Offered>

  constructor(queries: Queries, notices: Notices) {
    this.#queries = queries
    this.#cache = new BoundedCache(cachedLength, { notices, weigh: ({ length }) => length })
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
    const workflows = rows.map(({ plan: text, ...row }) => {
      const { steps, outputSchema = null } = JSON.parse(text) as Plan
      return { ...row, inputsSchema: JSON.parse(row.inputsSchema), outputSchema, uses: usesOf(steps) }
    })
    return {
      workflows,
      length: workflows.reduce((sum, workflow) => sum + lengthIn(workflow), lengthOf(rows)),
    }
  }
}

/** About what one use of a tool takes. */
const useLength = 200

function lengthIn({ uses, outputSchema }: WorkflowTool): number {
  return useLength * uses.tools.length + (outputSchema === null ? 0 : JSON.stringify(outputSchema).length)
}

function lengthOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { prompt, inputsSchema }) => sum + prompt.length + inputsSchema.length, 1_000)
}

type Row = Omit<WorkflowTool, 'inputsSchema' | 'outputSchema' | 'uses'> & {
  readonly inputsSchema: string
  readonly plan: string
}

const offered = {
  name: 'workflows.tools',
  text: `select w.id, w.slug, w.name, w.description, left(v.prompt, 1000) as prompt, v.inputs_schema as "inputsSchema",
      v.plan from workflows w join workflow_versions v on v.id = w.active_version_id
    where w.organization_id = $1 and w.deleted_at is null and w.tool and v.status = 'ready' order by w.slug`,
}
