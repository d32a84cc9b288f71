// What a tool server says of itself when it is asked who it is: initialize of MCP 2025, server/discover of
// 2026. A stranger's words: bounded and of one line (rpc/remote/intake/about.ts), shown and never followed.
import { z } from 'zod'

export const serverAboutBounds = { nameLength: 200, versionLength: 100, urlLength: 2_048 } as const

export const ServerAbout = z.object({
  protocolVersion: z.string().meta({ example: '2025-11-25' }),
  name: z.string().nullable().meta({ example: 'orders' }),
  title: z.string().nullable(),
  version: z.string().nullable().meta({ example: '2.5.0' }),
  websiteUrl: z.string().nullable(),
})
export type ServerAbout = z.infer<typeof ServerAbout>
