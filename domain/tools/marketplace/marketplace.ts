// The marketplace: what an organization can install, and what it has installed. An entry is a tool server:
// one that runs inside this service (rpc/first-party), or one of a registry that the organization added as
// a source (rpc/marketplace/registry.ts). Once installed it is a tool server like any other.
import { z } from 'zod'
import { DeletedSchema } from '../../deleted.ts'
import { type JsonObject, JsonObjectValue, type JsonSchema } from '../../json.ts'
import { text } from '../../text.ts'
import type { CredentialKind } from '../credential.ts'
import { ExactPackage, Integrity, type NpmPackage, packageText } from '../npm-package.ts'
import { ToolChange, ToolUse } from '../server-tool.ts'
import type { ToolDefinition } from '../tool.ts'
import { CreateToolServer, type Installation, ToolServer } from '../tool-server.ts'

export interface MarketplaceEntry {
  /** `tool_...`, always the same for the same server. */
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly publisher: string
  readonly version: string
  readonly categories: readonly string[]
  /** Null: the server lists them itself, once it is installed. */
  readonly tools: readonly ToolDefinition[] | null
  readonly credential: EntryCredential | null
  /** JSON Schema of the settings of an installation; null when there are none. */
  readonly settings: JsonSchema | null
  /** The registry that lists it; null for the catalog of this service. */
  readonly source: { readonly id: string; readonly name: string } | null
  readonly transport: EntryTransport
}

export type EntryTransport =
  /** Code of this service runs it. */
  | { readonly type: 'in-process' }
  /** Called by HTTP; `{names}` in the URL stand for settings. */
  | { readonly type: 'http'; readonly url: string }
  /** A program of npm, run on stdio where the operator allows it; `{names}` stand for settings. */
  | ({
      readonly type: 'npm'
      readonly args: readonly string[]
      readonly environment: Readonly<Record<string, string>>
      /** The variable that takes the credential. */
      readonly credential: string | null
    } & NpmPackage)
  /** It is listed but cannot be installed. */
  | { readonly type: 'none'; readonly reason: string }

export interface EntryCredential {
  /** Kinds of credentials that it takes. */
  readonly kinds: readonly CredentialKind[]
  readonly isRequired: boolean
  /** For the person who installs it: where to get one, which rights it needs. */
  readonly hint: string
}

/** A version of a workflow whose plan uses a tool server. */
export const WorkflowUse = ToolUse.extend({ tools: z.array(z.string()) })
export type WorkflowUse = z.infer<typeof WorkflowUse>

export const MarketplaceTool = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  publisher: z.string(),
  version: z.string(),
  categories: z.array(z.string()),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  /** It needs a credential of one of these kinds. */
  requires: z.array(z.string()),
  installed: z.boolean(),
  installedVersion: z.string().nullable(),
  updateAvailable: z.boolean(),
  /** Why it cannot be installed, or null. */
  obstacle: z.string().nullable(),
  /** The npm package that it runs, such as @scope/name@1.2.3; null when it is none. */
  package: z.string().nullable(),
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type MarketplaceTool = z.infer<typeof MarketplaceTool>

const Schema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonSchema>

/** An entry with everything about it and, when it is installed, the tool server that it is. */
export const MarketplaceToolDetails = MarketplaceTool.extend({
  credential: z.object({ kinds: z.array(z.string()), isRequired: z.boolean(), hint: z.string() }).nullable(),
  settings: Schema.nullable(),
  installation: z
    .object({
      serverId: z.string(),
      slug: z.string(),
      version: z.string(),
      settings: z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>,
      credentialId: z.string().nullable(),
      usedBy: z.array(WorkflowUse),
    })
    .nullable(),
})
export type MarketplaceToolDetails = z.infer<typeof MarketplaceToolDetails>

const setting = {
  /** Id or name; `credential` is a synonym. Null for none. */
  credentialId: text(1, 200).nullish(),
  credential: text(1, 200).nullish(),
  settings: JsonObjectValue.optional(),
}

/** Of an entry that runs an npm package: which one, and the SHA-512 of its tarball. */
const named = { package: ExactPackage.optional(), integrity: Integrity.optional() }

export const InstallTool = z
  .object({
    ...setting,
    ...named,
    /** Slug of the tool server; default: the entry's, with a number when it is taken. */
    slug: CreateToolServer.shape.slug,
    name: CreateToolServer.shape.name.optional(),
  })
  .default({})
export type InstallTool = z.infer<typeof InstallTool>

/** Absent fields stay as they are. */
export const ChangeInstallation = z.object(setting).default({})
export type ChangeInstallation = z.infer<typeof ChangeInstallation>

export const UpdateInstallation = z.object({ ...setting, ...named }).default({})
export type UpdateInstallation = z.infer<typeof UpdateInstallation>

export const InstalledTool = MarketplaceTool.extend({ server: ToolServer })

/** `broke`: the workflow versions that used it when it was uninstalled. */
export const UninstalledTool = DeletedSchema.extend({ broke: z.array(WorkflowUse) })

/** What npm says of the package of an entry. */
export const MarketplacePackage = z.object({
  package: z.string(),
  integrity: z.string(),
})
export type MarketplacePackage = z.infer<typeof MarketplacePackage>

export const MarketplaceCategory = z.object({ name: z.string(), count: z.int() })

/** What an update would change. */
export const ToolUpdate = z.object({
  from: z.string(),
  to: z.string(),
  /** False when there is nothing to update. */
  available: z.boolean(),
  breaking: z.boolean(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.object({ name: z.string(), breaking: z.boolean(), changes: z.array(ToolChange) })),
  /** The URLs of a remote server that moves. */
  url: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** What the new version needs and the installation lacks, or null. */
  missing: z.string().nullable(),
  /** Workflow versions that use a tool that disappears or breaks. */
  affects: z.array(WorkflowUse),
})
export type ToolUpdate = z.infer<typeof ToolUpdate>

/** Is the offered version newer than the installed one? Versions that are no numbers: do they differ? */
export function isNewer(offered: string, installed: string): boolean {
  const [a, b] = [numbersOf(offered), numbersOf(installed)]
  if (a === null || b === null) return offered !== installed
  for (let place = 0; place < 3; place++) if (a[place] !== b[place]) return a[place]! > b[place]!
  return false
}

function numbersOf(version: string): readonly number[] | null {
  const match = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(version)
  return match === null ? null : match.slice(1).map(part => Number(part ?? 0))
}

/** @param installation of the caller's organization, or null */
export function marketplaceTool(entry: MarketplaceEntry, installation: Installation | null): MarketplaceTool {
  const { id, slug, name, description, publisher, version, categories, tools, credential, source } = entry
  return {
    ...{ id, slug, name, description, publisher, version, source },
    categories: [...categories],
    tools: (tools ?? []).map(tool => ({ name: tool.name, description: tool.description })),
    requires: credential?.isRequired ? [...credential.kinds] : [],
    installed: installation !== null,
    installedVersion: installation?.version ?? null,
    updateAvailable: installation !== null && isNewer(version, installation.version),
    obstacle: entry.transport.type === 'none' ? entry.transport.reason : null,
    package: entry.transport.type === 'npm' ? packageText(entry.transport) : null,
  }
}
