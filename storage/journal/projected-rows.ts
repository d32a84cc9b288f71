// Maps each kind of projection to the sections of the commit statement that write it. For a new kind add a
// member to the union in domain/work/projection.ts, a file with its sections beside
// storage/journal/approval-rows.ts, and its line here; without the line nothing compiles.
import type { ProjectionKind } from '../../domain/work/projection.ts'
import { approvalSections } from './approval-rows.ts'
import { chatSections } from './chat-rows.ts'
import type { Section } from './commit-section.ts'
import { executionSections } from './execution-rows.ts'

const sectionsOf: Readonly<Record<ProjectionKind, readonly Section[]>> = {
  // First, because it says which starts are refused, and later sections ask for that.
  execution: executionSections,
  approvals: approvalSections,
  chat: chatSections,
}

export const projectionSections: readonly Section[] = Object.values(sectionsOf).flat()
