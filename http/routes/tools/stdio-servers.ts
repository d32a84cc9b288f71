// Tool servers on stdio: which commands the operator allows, and what the process of a registered one wrote.
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { AllowedStdioServer, isOnStdio, StdioLog } from '../../../domain/tools/stdio-server.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

/** The file is read once, at the start. */
const inFileOrder = fixedOrder<AllowedStdioServer>('stdio-servers')

export const stdioServerRoutes = [
  route('GET /api/v1/stdio-servers', {
    summary: 'List the tool servers on stdio that you can add',
    description:
      'Commands that the operator of the service allows (`STDIO_SERVERS`). Add one by `POST /api/v1/mcp-servers` with its `url`.',
    permission: 'tool-server:read',
    query: z.object(listQuery),
    returns: z.array(AllowedStdioServer),
  }).handle(async ({ caller, query }, { stdioServers }) =>
    page(pageOfList(stdioServers.allowed(caller.organizationId), query, inFileOrder)),
  ),

  route('GET /api/v1/mcp-servers/:id/log', {
    summary: 'Get the log of a tool server on stdio',
    description:
      'What its process wrote to its standard error, at most the last 200 lines since the service started, without the secrets that it was given; and whether it runs. 409 for a server that is called over HTTP.',
    permission: 'tool-server:write',
    returns: StdioLog,
    failures: [409],
  }).handle(async ({ caller: { organizationId }, params: { id } }, { toolServers, stdioServers }) => {
    const { name, url } = await toolServers.get(organizationId, id)
    if (!isOnStdio(url))
      throw new Failure('conflict', `${name} is called over HTTP: its log is where it runs`)
    return stdioServers.log(id) ?? untouched
  }),
]

/** Of a server that nobody has called since the service started. */
const untouched: StdioLog = { state: 'ended', reason: null, starts: 0, lines: [] }
