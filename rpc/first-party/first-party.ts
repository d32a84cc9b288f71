// Every first-party tool server, in the order of slugs. To add one: a folder here that exports a
// FirstPartyServer, and a line in this list; test/rpc/first-party/first-party.test.ts checks the rest. Every
// host thread loads this list, so a tool imports heavy libraries when it runs.

import { calendarServer } from './calendar/index.ts'
import { discordServer } from './discord/index.ts'
import { documentsServer } from './documents/index.ts'
import { emailServer } from './email/index.ts'
import type { FirstPartyServer } from './first-party-server.ts'
import { githubServer } from './github/index.ts'
import { gitlabServer } from './gitlab/index.ts'
import { jiraServer } from './jira/index.ts'
import { postgresqlServer } from './postgresql/index.ts'
import { s3Server } from './s3/index.ts'
import { slackServer } from './slack/index.ts'
import { spreadsheetServer } from './spreadsheet/index.ts'
import { teamsServer } from './teams/index.ts'
import { textJsonServer } from './text-json/index.ts'
import { webServer } from './web/index.ts'

export const firstPartyServers: readonly FirstPartyServer[] = [
  calendarServer,
  discordServer,
  documentsServer,
  emailServer,
  githubServer,
  gitlabServer,
  jiraServer,
  postgresqlServer,
  s3Server,
  slackServer,
  spreadsheetServer,
  teamsServer,
  textJsonServer,
  webServer,
]
