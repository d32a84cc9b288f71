// Workflows and their versions. Called by routes.
// 1. A version never changes: a new prompt or plan is a new version, and the workflow points at the active
//    one.
// 2. The view of a workflow is cached, and every write of the workflow drops it. Calls may return the same
//    object: never change it.
import { type EntityManager, type InferEntity, LockMode, wrap } from '@mikro-orm/postgresql'
import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { mapPage } from '../../domain/page.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { KeptSchedule } from '../../domain/work/schedule.ts'
import type { EndedCanary } from '../../domain/work/versions/canary.ts'
import type {
  ListedVersion,
  StoredListedWorkflow,
  StoredWorkflow,
  WorkflowUsers,
  WorkflowVersion,
} from '../../domain/work/workflow.ts'
import { CachedFacts } from '../cached-facts.ts'
import { EventOutboxTable } from '../events/event-table.ts'
import { loadStats } from '../executions/execution-stats.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { CanaryRow } from './canaries.ts'
import { beginCanary, endCanary, failingEvent, type TriedVersion, unaccepted } from './canary-columns.ts'
import { insertWorkflow, type NewWorkflow } from './new-workflow.ts'
import { loadVersion } from './plan-reader.ts'
import { applyPromptTriggers } from './prompt-triggers.ts'
import { removeSchedules, setSchedule } from './schedules.ts'
import { noteServing } from './serving.ts'
import { applyPlanStarts, watchesEnds } from './starts.ts'
import {
  type Accepting,
  keepAcceptance,
  loadConfirmable,
  type Reopening,
  reopenAcceptance,
  withdrawAcceptance,
} from './versions/confirmations.ts'
import { workflowEvent } from './workflow-events.ts'
import { pageOfNames } from './workflow-names.ts'
import {
  type ActiveWorkflow,
  activeWorkflow,
  findBySlug,
  findVersion,
  findWorkflow,
  type ListedVersionRow,
  type ListedWorkflowRow,
  listedVersion,
  listedWorkflow,
  listVersions,
  listWorkflows,
  type VersionRow,
  versionView,
  type WorkflowRow,
} from './workflow-rows.ts'
import { type VersionContent, versionRow, WorkflowTable, WorkflowVersionTable } from './workflow-tables.ts'
import { WorkflowTools } from './workflow-tools.ts'
import { workflowUsers } from './workflow-users.ts'

export type { NewWorkflow, VersionContent }

/** Absent fields stay as they are; `content` makes a version and activates it. */
export interface WorkflowChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly concurrency?: number | null | undefined
  readonly budget?: number | null | undefined
  readonly monthlyBudget?: number | null | undefined
  readonly tool?: boolean | undefined
  readonly content?: VersionContent | undefined
  readonly schedule?: KeptSchedule | undefined
  /** Refuses a state whose `updatedAt` is another than that; called under the lock. */
  readonly isExpected?: ((updatedAt: number) => boolean) | undefined
}

/** Largest sum of the lengths of cached plans and prompts, in characters. */
const cachedLength = 32 * 1024 * 1024

export type WorkflowStore = ReturnType<typeof workflowStore>

export function workflowStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<ActiveWorkflow>(cachedLength, {
    notices: facts,
    weigh: ({ length }) => length,
  })
  const tools = new WorkflowTools(database, facts)
  facts.listen(what => {
    if (what.type !== 'workflow') return
    cache.delete(keyOf(what.organizationId, what.id))
    if (what.isTool) tools.invalidate(what.organizationId)
  })

  function announce(organizationId: string, id: string, isTool: boolean): void {
    facts.announce({ type: 'workflow', organizationId, id, isTool })
  }

  /** Hosts write the ends of executions only where something watches them; see triggers.ts. */
  function announceTriggers(organizationId: string, workflowId: string): void {
    facts.announce({ type: 'triggers', organizationId, workflowId })
  }

  /**
   * The workflow and the id of its active version. A hit needs no promise.
   * @throws {Failure} not-found
   */
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

  /**
   * Changes a workflow under a lock on its row.
   * @param apply answers `unchanged` where there was nothing to change: then nobody is told of a change
   * @throws {Failure} not-found, precondition-failed
   */
  async function change(
    organizationId: string,
    id: string,
    apply: (workflow: WorkflowEntity, em: EntityManager) => unknown,
    isExpected: (updatedAt: number) => boolean = () => true,
  ): Promise<void> {
    let isTool = false
    const isChanged = await database.transaction(async em => {
      const live = { id, organizationId, deletedAt: null }
      const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true }
      const workflow = await em.findOne(WorkflowTable, live, locked)
      if (workflow === null) throw notFound('workflow')
      if (!isExpected(workflow.updatedAt)) {
        throw new Failure('precondition-failed', 'the workflow has changed since it was read: read it again')
      }
      // Each change has another time, so that it names the state.
      workflow.updatedAt = Math.max(Date.now(), workflow.updatedAt + 1)
      isTool = workflow.tool
      if ((await apply(workflow, em)) === unchanged) return false
      await em.nativeUpdate(WorkflowTable, live, wrap(workflow).toObject())
      const type = workflow.deletedAt === null ? 'workflow.updated' : 'workflow.deleted'
      await em.insert(EventOutboxTable, workflowEvent(type, workflow))
      isTool ||= workflow.tool
      return true
    })
    if (isChanged) announce(organizationId, id, isTool)
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

    /** Workflows that are offered as tools, by slug; the same array until something changes. */
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
      announce(organizationId, id, workflow.tool ?? false)
      if (watchesIn(workflow)) announceTriggers(organizationId, id)
      return get(organizationId, id)
    },

    /** Newest first, without their plans. */
    names: (organizationId: string, page: PageRequest) => pageOfNames(database, organizationId, page),

    /** Newest first. @param page `q`: a part of the name, in any case */
    async list(
      organizationId: string,
      page: PageRequest & { readonly q?: string | undefined },
      withStats = false,
    ): Promise<Page<StoredListedWorkflow>> {
      const values = [organizationId, idBefore('workflow', page), page.limit + 1, page.q ?? null]
      const rows = await database.query<ListedWorkflowRow>(listWorkflows, values)
      const listed = pageOf(rows, page, listedWorkflow)
      if (!withStats || listed.items.length === 0) return listed
      const ids = listed.items.map(workflow => workflow.id)
      const stats = await loadStats(database, organizationId, ids)
      return mapPage(listed, view => ({ ...view, stats: stats.get(view.id)! }))
    },

    /** @throws {Failure} not-found, precondition-failed */
    async update(
      organizationId: string,
      id: string,
      {
        name,
        description,
        concurrency,
        budget,
        monthlyBudget,
        tool,
        content,
        schedule,
        isExpected,
      }: WorkflowChange,
    ) {
      const apply = async (workflow: WorkflowEntity, em: EntityManager) => {
        if (name !== undefined) workflow.name = name
        if (description !== undefined) workflow.description = description
        if (concurrency !== undefined) workflow.concurrency = concurrency
        if (budget !== undefined) workflow.budget = budget
        if (monthlyBudget !== undefined) workflow.monthlyBudget = monthlyBudget
        if (tool !== undefined) workflow.tool = tool
        if (schedule !== undefined) setSchedule(workflow, schedule)
        if (content !== undefined) await addVersion(workflow, content, em)
      }
      await change(organizationId, id, apply, isExpected)
      if (content !== undefined && watchesIn(content)) announceTriggers(organizationId, id)
      return get(organizationId, id)
    },

    /**
     * Makes a version and activates it.
     * @param versionId if it exists already, that version is the answer
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
      if (watchesIn(content)) announceTriggers(organizationId, id)
      return version(organizationId, id, number)
    },

    /**
     * Activates an older or newer version, and with it the schedule and the triggers that its prompt names.
     * @param userId in whose name the schedule and the triggers run
     * @param keyId the API key that activates it; null: a person does
     * @throws {Failure} not-found: the workflow or that version
     */
    async activate(
      organizationId: string,
      id: string,
      number: number,
      userId: string,
      keyId: string | null = null,
    ): Promise<StoredWorkflow> {
      let watches = false
      await change(organizationId, id, async (workflow, em) => {
        const found = await em.findOne(WorkflowVersionTable, { workflowId: id, version: number })
        if (found === null) throw notFound('workflow version')
        await noteServing(em, workflow, found.status)
        workflow.activeVersionId = found.id
        endCanary(workflow, 'replaced', null)
        const saidTriggers: SaidTriggers = found.promptTriggers ? JSON.parse(found.promptTriggers) : undefined
        const maker = { userId, keyId }
        if (saidTriggers !== undefined) await applyPromptTriggers(em, workflow, saidTriggers, maker)
        const { status, plannedBy } = found
        const plan: Plan = JSON.parse(found.plan)
        await applyPlanStarts(em, workflow, { plan, status, plannedBy: plannedBy ?? null }, maker)
        watches = watchesEnds(plan) || saysCompletion(saidTriggers)
        if (!found.promptSchedule) return
        const by = { setBy: userId, ...(keyId !== null && { key: keyId }) }
        setSchedule(workflow, { schedule: JSON.parse(found.promptSchedule), isFromPrompt: true, ...by })
      })
      if (watches) announceTriggers(organizationId, id)
      return get(organizationId, id)
    },

    /** The active version, as its confirmation needs it. @throws {Failure} not-found */
    confirmable: (organizationId: string, id: string) => loadConfirmable(database, organizationId, id),

    /**
     * A person has confirmed what a model or an agent planned. Again is the same.
     * @throws {Failure} not-found; conflict: another version is active
     */
    async accept(organizationId: string, id: string, accepting: Accepting): Promise<StoredWorkflow> {
      await change(organizationId, id, (workflow, em) => keepAcceptance(em, workflow, accepting))
      return get(organizationId, id)
    },

    /** Somebody has to confirm these versions again, the accepted ones among them. */
    async reopen(organizationId: string, id: string, reopening: Reopening): Promise<void> {
      await change(organizationId, id, async (workflow, em) =>
        (await reopenAcceptance(em, workflow, reopening)) ? undefined : unchanged,
      )
    },

    /** Takes back what has just been accepted: it was no longer what there is. @throws {Failure} not-found */
    async withdraw(organizationId: string, id: string, accepting: Accepting): Promise<void> {
      await change(organizationId, id, (workflow, em) => withdrawAcceptance(em, workflow, accepting))
    },

    /**
     * Gives a version a share of the executions that start, beside the active one.
     * @param percent 1 to 99
     * @throws {Failure} not-found: the workflow or that version; conflict: it is the active one;
     *   workflow-needs-review
     */
    async tryVersion(
      organizationId: string,
      id: string,
      number: number,
      { percent, setBy, mustBeAccepted }: TriedVersion,
    ): Promise<StoredWorkflow> {
      await change(organizationId, id, async (workflow, em) => {
        const found = await em.findOne(WorkflowVersionTable, { workflowId: id, version: number })
        if (found === null) throw notFound('workflow version')
        if (found.id === workflow.activeVersionId)
          throw new Failure('conflict', `version ${number} is the active one: it gets all executions already`)
        if (found.status !== 'ready')
          throw new Failure('workflow-needs-review', `version ${number} needs review: it cannot run`)
        if (mustBeAccepted && (await loadVersion(database, found.id))!.isUnaccepted) throw unaccepted(number)
        beginCanary(workflow, { versionId: found.id, version: number, percent, setBy })
      })
      return get(organizationId, id)
    },

    /** Ends a canary by the rule, unless it has ended meanwhile, and tells people. */
    async endFailingCanary(
      { organizationId, id, canary }: CanaryRow,
      figures: Pick<EndedCanary, 'active' | 'canary'>,
    ): Promise<void> {
      await change(organizationId, id, async (workflow, em) => {
        if (canary === null || workflow.canary !== JSON.stringify(canary)) return
        endCanary(workflow, 'failing', figures)
        await em.insert(EventOutboxTable, failingEvent(workflow, canary, figures))
      })
    },

    /** What runs it, and what its end starts. @throws {Failure} not-found */
    async usedBy(organizationId: string, id: string): Promise<WorkflowUsers> {
      return workflowUsers(database, organizationId, await get(organizationId, id))
    },

    /**
     * Removes it from all reads, and its memory; its executions and versions stay.
     * @returns what it was used by
     * @throws {Failure} not-found
     */
    async remove(organizationId: string, id: string): Promise<WorkflowUsers> {
      const usedBy = await workflowUsers(database, organizationId, await get(organizationId, id))
      await change(organizationId, id, async (workflow, em) => {
        workflow.deletedAt = workflow.updatedAt
        await em.execute(removeMemory, [id])
        removeSchedules(workflow)
      })
      return usedBy
    },

    /** Newest first. @throws {Failure} not-found: the workflow */
    async versions(organizationId: string, id: string, page: PageRequest): Promise<Page<ListedVersion>> {
      await active(organizationId, id)
      const before = idBefore('workflowVersion', page)
      const values = [organizationId, id, before, page.limit + 1]
      return pageOf(await database.query<ListedVersionRow>(listVersions, values), page, listedVersion)
    },

    /**
     * One version by its own id, in any organization: for callers that have checked the organization
     * already.
     */
    versionById: (versionId: string) => loadVersion(database, versionId),
  }
}

const unchanged = Symbol('unchanged')

/** Its keys and answers go with it. */
const removeMemory = 'delete from memories where id = ?'

type SaidTriggers = VersionContent['promptTriggers']

function saysCompletion(said: SaidTriggers): boolean {
  return said?.some(({ kind }) => kind === 'completion') ?? false
}

function watchesIn({ promptTriggers, compilation }: VersionContent): boolean {
  return saysCompletion(promptTriggers) || watchesEnds(compilation.plan)
}

type WorkflowEntity = InferEntity<typeof WorkflowTable>

/**
 * The key holds the organization, so a stranger's request for an id takes the same way, and time, as one
 * for an id that never was.
 */
function keyOf(organizationId: string, id: string): string {
  return `${organizationId}/${id}`
}

async function addVersion(
  workflow: WorkflowEntity,
  content: VersionContent,
  em: EntityManager,
): Promise<void> {
  await noteServing(em, workflow, content.compilation.status)
  workflow.latestVersion += 1
  const added = versionRow(workflow, workflow.latestVersion, content, workflow.updatedAt)
  workflow.activeVersionId = added.id
  endCanary(workflow, 'replaced', null)
  await em.insert(WorkflowVersionTable, added)
  const { promptTriggers, createdBy: userId, keyId = null, compilation } = content
  const maker = { userId, keyId }
  if (promptTriggers !== undefined) await applyPromptTriggers(em, workflow, promptTriggers, maker)
  const { plan, status, plannedBy = null } = compilation
  await applyPlanStarts(em, workflow, { plan, status, plannedBy }, maker)
}
