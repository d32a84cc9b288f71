// Every page of docs/reference, by its file name. Made of the declarations that the code itself uses, so that
// none of them can say something else; run.ts writes them, test/docs/reference.test.ts holds them against
// what is written.
import { builtinToolsPage } from './builtin-tools.ts'
import { configurationPage } from './configuration.ts'
import { diagnosticsPage } from './diagnostics.ts'
import { endpointsPage } from './endpoints.ts'
import { errorsPage } from './errors.ts'
import { eventsPage } from './events.ts'
import { exitCodesPage } from './exit-codes.ts'
import { firstPartyServersPage } from './first-party-servers.ts'
import { metricsPage } from './metrics.ts'
import { notationGuide } from './notation/guide.ts'
import { permissionsPage } from './permissions.ts'
import { promptExamplesPage } from './prompt-examples.ts'
import { stepErrorsPage } from './step-errors.ts'

export const referencePages: Readonly<Record<string, () => string | Promise<string>>> = {
  'endpoints.md': endpointsPage,
  'permissions.md': permissionsPage,
  'configuration.md': configurationPage,
  'builtin-tools.md': builtinToolsPage,
  'first-party-servers.md': firstPartyServersPage,
  'events.md': eventsPage,
  'errors.md': errorsPage,
  'step-errors.md': stepErrorsPage,
  'diagnostics.md': diagnosticsPage,
  'metrics.md': metricsPage,
  'exit-codes.md': exitCodesPage,
  'prompt-examples.md': promptExamplesPage,
}

/** Guides of which a part is made, by their file names: from the page as it stands to the page as it is. */
export const partlyMadeGuides: Readonly<Record<string, (page: string) => string>> = {
  'notation.md': notationGuide,
}
