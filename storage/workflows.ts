// Workflows and their versions. A version is never changed: a new prompt or plan is a new version, and the workflow
// points at the active one. The view of a workflow is kept in memory and forgotten by every write of it, so it may be
// the same object from one call to the next; never change it.
import { type EntityManager, type InferEntity, LockMode, wrap } from '@mikro-orm/postgresql'
import { notFound } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { KeptSchedule } from '../domain/schedule.ts'
import type { StoredWorkflow, WorkflowVersion } from '../domain/workflow.ts'
import { BoundedCache } from './bounded-cache.ts'
import { Changes } from './changes.ts'
import type { Database } from './database.ts'
import { EventOutboxTable } from './event-table.ts'
import { loadStats } from './execution-stats.ts'
import { insertWorkflow, type NewWorkflow } from './new-workflow.ts'
import { idBefore, type Page, type PageRequest, pageOf } from './page.ts'
import { loadVersion } from './plan-reader.ts'
import { setSchedule } from './schedules.ts'
import { workflowEvent } from './workflow-events.ts'
import {
  type ActiveWorkflow,
  activeWorkflow,
  findBySlug,
  findVersion,
  findWorkflow,
  listVersions,
  listWorkflows,
  type VersionRow,
  versionView,
  type WorkflowRow,
} from './workflow-rows.ts'
import { type VersionContent, versionRow, WorkflowTable, WorkflowVersionTable } from './workflow-tables.ts'
import { WorkflowTools } from './workflow-tools.ts'

export type { NewWorkflow, VersionContent }

/** Absent fields stay as they are; `content` makes a version and activates it. */
export interface WorkflowChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly concurrency?: number | null | undefined
  readonly tool?: boolean | undefined
  readonly content?: VersionContent | undefined
  readonly schedule?: KeptSchedule | undefined
}

/** Largest sum of the lengths of plans and prompts that is kept, in characters. */
const cachedLength = 32 * 1024 * 1024

export type WorkflowStore = ReturnType<typeof workflowStore>

/** @param changes told what was made, changed or removed */
export function workflowStore(database: Database, changes = new Changes()) {
  const cache = new BoundedCache<ActiveWorkflow>(cachedLength, ({ length }) => length)
  const tools = new WorkflowTools(database)

  function changed(organizationId: string, id: string, isTool: boolean): void {
    cache.delete(keyOf(organizationId, id))
    if (isTool) tools.invalidate(organizationId)
    changes.tell(organizationId, { type: 'workflow', id, isTool })
  }

  /** The workflow and the id of the version that it runs now. A hit needs no promise. @throws {Failure} not-found */
  function active(organizationId: string, id: string): ActiveWorkflow | Promise<ActiveWorkflow> {
    const found = cache.get(keyOf(organizationId, id), async () => {
      const [row] = await database.query<WorkflowRow>(findWorkflow, [organizationId, id])
      return row === undefined ? null : activeWorkflow(row)
    })
    return found instanceof Promise
      ? found.then(one => {
          if (one === null) throw notFound('workflow')
          return one
        })
      : found
  }

  function get(organizationId: string, id: string): StoredWorkflow | Promise<StoredWorkflow> {
    const found = active(organizationId, id)
    return found instanceof Promise ? found.then(({ view }) => view) : found.view
  }

  /** Changes a workflow that nobody else changes meanwhile. @throws {Failure} not-found */
  async function change(
    organizationId: string,
    id: string,
    apply: (workflow: WorkflowEntity, em: EntityManager) => Promise<void> | void,
  ): Promise<void> {
    let isTool = false
    await database.transaction(async em => {
      const live = { id, organizationId, deletedAt: null }
      const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true }
      const workflow = await em.findOne(WorkflowTable, live, locked)
      if (workflow === null) throw notFound('workflow')
      workflow.updatedAt = Date.now()
      isTool = workflow.tool
      await apply(workflow, em)
      await em.nativeUpdate(WorkflowTable, live, wrap(workflow).toObject())
      const type = workflow.deletedAt === null ? 'workflow.updated' : 'workflow.deleted'
      await em.insert(EventOutboxTable, workflowEvent(type, workflow))
      isTool ||= workflow.tool
    })
    changed(organizationId, id, isTool)
  }

  async function version(organizationId: string, id: string, number: number): Promise<WorkflowVersion> {
    const [row] = await database.query<VersionRow>(findVersion, [organizationId, id, number])
    if (row === undefined) throw notFound('workflow version')
    return versionView(row)
  }

  return {
    active,
    get,
    version,

    /** Those that are offered as tools, by slug; the same array while nothing changed. */
    tools: (organizationId: string) => tools.list(organizationId),

    /** @throws {Failure} not-found */
    async bySlug(organizationId: string, slug: string): Promise<StoredWorkflow> {
      const [row] = await database.query<{ id: string }>(findBySlug, [organizationId, slug])
      if (row === undefined) throw notFound('workflow')
      return get(organizationId, row.id)
    },

    /** The workflow and its version 1, or neither. */
    async create(
      organizationId: string,
      { id = newId('workflow'), ...workflow }: NewWorkflow,
    ): Promise<StoredWorkflow> {
      await insertWorkflow(database, { id, organizationId }, workflow)
      changed(organizationId, id, workflow.tool ?? false)
      return get(organizationId, id)
    },

    /** Newest first. */
    async list(organizationId: string, page: PageRequest, withStats = false): Promise<Page<StoredWorkflow>> {
      const before = idBefore('workflow', page)
      const rows = await database.query<WorkflowRow>(listWorkflows, [organizationId, before, page.limit + 1])
      const listed = pageOf(rows, page, row => activeWorkflow(row).view)
      if (!withStats || listed.items.length === 0) return listed
      const ids = listed.items.map(workflow => workflow.id)
      const stats = await loadStats(database, organizationId, ids)
      return { ...listed, items: listed.items.map(view => ({ ...view, stats: stats.get(view.id)! })) }
    },

    /** @throws {Failure} not-found */
    async update(
      organizationId: string,
      id: string,
      { name, description, concurrency, tool, content, schedule }: WorkflowChange,
    ) {
      await change(organizationId, id, async (workflow, em) => {
        if (name !== undefined) workflow.name = name
        if (description !== undefined) workflow.description = description
        if (concurrency !== undefined) workflow.concurrency = concurrency
        if (tool !== undefined) workflow.tool = tool
        if (schedule !== undefined) setSchedule(workflow, schedule)
        if (content !== undefined) await addVersion(workflow, content, em)
      })
      return get(organizationId, id)
    },

    /**
     * A new version, which becomes the active one.
     * @param versionId with one that is there already, that version is the answer
     * @throws {Failure} not-found
     */
    async createVersion(
      organizationId: string,
      id: string,
      { schedule, ...content }: VersionContent & { readonly schedule?: KeptSchedule | undefined },
      versionId = newId('workflowVersion'),
    ): Promise<WorkflowVersion> {
      let number = 0
      await change(organizationId, id, async (workflow, em) => {
        const made = await em.findOne(WorkflowVersionTable, { id: versionId })
        if (made === null) await addVersion(workflow, { ...content, id: versionId }, em)
        if (made === null && schedule !== undefined) setSchedule(workflow, schedule)
        number = made?.version ?? workflow.latestVersion
      })
      return version(organizationId, id, number)
    },

    /**
     * Rolls back or forward, also to the times that the prompt of that version says.
     * @param setBy id of the user
     * @throws {Failure} not-found: the workflow or that version
     */
    async activate(
      organizationId: string,
      id: string,
      number: number,
      setBy: string,
    ): Promise<StoredWorkflow> {
      await change(organizationId, id, async (workflow, em) => {
        const found = await em.findOne(WorkflowVersionTable, { workflowId: id, version: number })
        if (found === null) throw notFound('workflow version')
        workflow.activeVersionId = found.id
        if (!found.promptSchedule) return
        setSchedule(workflow, { schedule: JSON.parse(found.promptSchedule), isFromPrompt: true, setBy })
      })
      return get(organizationId, id)
    },

    /** Its executions and versions stay; it is found no more. @throws {Failure} not-found */
    async remove(organizationId: string, id: string): Promise<void> {
      await change(organizationId, id, workflow => {
        workflow.deletedAt = workflow.updatedAt
        setSchedule(workflow, { schedule: null, isFromPrompt: false, setBy: '' })
      })
    },

    /** Newest first. @throws {Failure} not-found: the workflow */
    async versions(organizationId: string, id: string, page: PageRequest): Promise<Page<WorkflowVersion>> {
      await active(organizationId, id)
      const before = idBefore('workflowVersion', page)
      const values = [organizationId, id, before, page.limit + 1]
      return pageOf(await database.query<VersionRow>(listVersions, values), page, versionView)
    },

    /** One version by its own id, whoever owns it: for those who start what they have checked already. */
    versionById: (versionId: string) => loadVersion(database, versionId),
  }
}

type WorkflowEntity = InferEntity<typeof WorkflowTable>

/** With the organization in it, a stranger's look at an id takes the way, and the time, of an id that never was. */
function keyOf(organizationId: string, id: string): string {
  return `${organizationId}/${id}`
}

async function addVersion(
  workflow: WorkflowEntity,
  content: VersionContent,
  em: EntityManager,
): Promise<void> {
  workflow.latestVersion += 1
  const added = versionRow(workflow, workflow.latestVersion, content, workflow.updatedAt)
  workflow.activeVersionId = added.id
  await em.insert(WorkflowVersionTable, added)
}
