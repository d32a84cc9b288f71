// Every first-party tool server of the marketplace, in the order of their slugs.
// A new one: a folder beside these that exports a CatalogServer, and a line here; test/rpc/catalog/catalog.test.ts
// checks the rest. Whatever is heavy is loaded by the tool that needs it, when it does: every host thread loads this list.

import { calendarServer } from './calendar/index.ts'
import type { CatalogServer } from './catalog-server.ts'
import { discordServer } from './discord/index.ts'
import { documentsServer } from './documents/index.ts'
import { emailServer } from './email/index.ts'
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

export const catalogServers: readonly CatalogServer[] = [
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
