// What /rpc says about itself: revisions, capabilities, name. The same for every caller: permissions shorten
// its lists, not its capabilities.
import type { JsonObject } from '../../domain/json.ts'
import { tasksExtension } from '../surface/capabilities.ts'

export const modernVersion = '2026-07-28'

/** Revisions with a handshake, newest first. */
export const sessionVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']

export const supportedVersions: readonly string[] = [modernVersion, ...sessionVersions]

export const versionKey = 'io.modelcontextprotocol/protocolVersion'

export const instructions =
  "Workflows of this organization as tools: run one (run_<slug>, or execute_workflow), see how runs stand, decide approvals, find out why one failed. To make one, write its plan: 1. get_plan_guide, once; 2. search_tools for what its steps need; 3. plan_workflow with prompt (your user's words), plan and quotes, mended until it is ready; 4. create_workflow with the same; 5. where the answer says that it has to be confirmed, confirm_workflow asks your user. A prompt without a plan is the second choice: troupe://guide/prompts. Answers are brief; detail: true gives all."

const common = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
} satisfies JsonObject

export const sessionCapabilities = common
export const modernCapabilities = { ...common, extensions: { [tasksExtension]: {} } } satisfies JsonObject

/** @param website origin of the service: clients that list servers show its page and its icon */
export function serverInfo(version: string, website?: string) {
  const info = { name: 'troupe', title: 'Troupe', version }
  if (website === undefined) return info
  const icons = [{ src: `${website}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }]
  return { ...info, websiteUrl: website, icons }
}
