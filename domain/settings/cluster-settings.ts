// The variables of a node in a cluster (docs/internals/contract.md, 11), for domain/settings/settings.ts.
import { createHmac } from 'node:crypto'
import { z } from 'zod'

const expectedAddress =
  'expected host:port at which the other nodes reach this one, for example 10.0.0.5:7070'

export const clusterVariables = {
  CLUSTER: z
    .enum(['on', 'off', '1', '0', 'true', 'false'])
    .transform(value => ['on', '1', 'true'].includes(value))
    .default(false)
    .describe(
      'on: this server is a node of the cluster on DATABASE_URL, beside all others that say so; off: it is the only server of its database',
    ),
  NODE_ADDRESS: z
    .string()
    .refine(text => nodeAddressOf(text) !== null, expectedAddress)
    .optional()
    .describe(
      'host:port at which the other nodes of the cluster reach this one, and on whose port it listens for them; keep it private',
    ),
  CLUSTER_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'expected at least 32 visible ASCII characters, the same at every node')
    .optional()
    .describe(
      'what the nodes of a cluster know each other by, at least 32 characters, the same at every node',
    ),
}

export interface ClusterSettings {
  /** `host:port`. */
  readonly address: string
  readonly secret: string
}

type Given = Readonly<Record<string, string | undefined>>

/** Variables that a cluster lacks, as `NAME: expected ...`. */
export function clusterContradictions(given: Given): string[] {
  if (!['on', '1', 'true'].includes(given['CLUSTER'] ?? 'off')) return []
  return Object.entries({
    DATABASE_URL: 'the embedded PostgreSQL is for one node',
    NODE_ADDRESS: 'the other nodes have to reach this one',
    CLUSTER_SECRET: 'the nodes have to know each other',
    MASTER_KEY: 'every node opens the same secrets',
  }).flatMap(([name, why]) =>
    given[name] === undefined ? [`${name}: expected a value, since CLUSTER is on: ${why}`] : [],
  )
}

/** Null: this server is alone. */
export function clusterOf(env: {
  readonly CLUSTER: boolean
  readonly NODE_ADDRESS?: string | undefined
  readonly CLUSTER_SECRET?: string | undefined
}): ClusterSettings | null {
  const { CLUSTER: isOn, NODE_ADDRESS: address, CLUSTER_SECRET: secret } = env
  return isOn && address !== undefined && secret !== undefined ? { address, secret } : null
}

/** Host without brackets, and port; null when the text is no `host:port`. */
export function nodeAddressOf(text: string): { readonly host: string; readonly port: number } | null {
  const found = text.match(/^(?:\[([\da-fA-F:.]+)\]|([\w.-]{1,253})):(\d{1,5})$/)
  if (found === null) return null
  const port = Number(found[3])
  return port >= 1 && port <= 65_535 ? { host: (found[1] ?? found[2])!, port } : null
}

/** What tells clusters apart without their secret: 32 hex digits. */
export function clusterIdOf(secret: string): string {
  return createHmac('sha256', secret).update('id of the cluster').digest('hex').slice(0, 32)
}
