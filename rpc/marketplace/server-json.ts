// What we read of a server.json of the Model Context Protocol; the rest is ignored. Format:
// modelcontextprotocol/registry, docs/reference/server-json (2025-12-11) and docs/reference/api/openapi.yaml.
import { z } from 'zod'

const Input = z.object({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  choices: z.array(z.string().max(200)).max(100).optional(),
})
export type Input = z.infer<typeof Input>
const Variables = z.record(z.string().regex(/^[A-Za-z_][\w-]{0,63}$/), Input)
const Header = Input.extend({ name: z.string().min(1).max(100), variables: Variables.optional() })
export type Header = z.infer<typeof Header>

const Remote = z.object({
  type: z.string(),
  url: z.string().min(1).max(2_048),
  headers: z.array(Header).max(30).optional(),
  variables: Variables.optional(),
})
export type Remote = z.infer<typeof Remote>

/** Read further only where one can be installed. */
const AnyPackage = z.looseObject({ registryType: z.string().optional(), identifier: z.string().optional() })
export type AnyPackage = z.infer<typeof AnyPackage>

const EnvironmentVariable = Header.extend({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'expected the name of a variable'),
})
export type EnvironmentVariable = z.infer<typeof EnvironmentVariable>

const Argument = Input.extend({
  type: z.enum(['positional', 'named']),
  name: z.string().min(1).max(100).optional(),
  valueHint: z.string().min(1).max(100).optional(),
  variables: Variables.optional(),
})
export type Argument = z.infer<typeof Argument>

/** A package of npm that is run by its name and speaks over stdio. */
export const NpmProgram = z.object({
  identifier: z.string().max(300),
  version: z.string().max(255).optional(),
  registryBaseUrl: z.string().optional(),
  transport: z.object({ type: z.string() }),
  runtimeArguments: z.array(Argument).max(30).default([]),
  packageArguments: z.array(Argument).max(50).default([]),
  environmentVariables: z.array(EnvironmentVariable).max(50).default([]),
})
export type NpmProgram = z.infer<typeof NpmProgram>

export const ServerJson = z.object({
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'expected a name of the form namespace/server'),
  title: z.string().optional(),
  description: z.string(),
  version: z.string().min(1).max(255),
  remotes: z.array(Remote).max(20).optional(),
  packages: z.array(AnyPackage).max(50).optional(),
})
export type ServerJson = z.infer<typeof ServerJson>
