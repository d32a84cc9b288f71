// The composition root: configuration -> database -> actors -> application -> HTTP server, and back down in the opposite
// order. What it starts it names, with the time that it took.
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { hostConfig, startActors } from './actors/embedded.ts'
import { openTracing } from './actors/host-instruments.ts'
import { readSettings } from './domain/settings.ts'
import { misspeltNames } from './domain/settings-report.ts'
import { createApplication } from './http/application.ts'
import { developmentAccount } from './http/development.ts'
import { startServer } from './http/server.ts'
import { welcome } from './http/welcome.ts'
import { choresOf, openWorkFence } from './http/work.ts'
import manifest from './package.json' with { type: 'json' }
import { createOutbound } from './rpc/outbound/outbound.ts'
import { Lifecycle } from './runtime/lifecycle.ts'
import { redactedPaths } from './runtime/log.ts'
import { openVault } from './storage/open-vault.ts'
import { startStorage } from './storage/start.ts'
import { type Changed, openStores } from './storage/stores.ts'
import { unfinishedAddresses } from './storage/unfinished.ts'
import { dueAddresses } from './storage/wakeups.ts'

const life = new Lifecycle({
  say: line => console.log(line),
  complain: line => console.error(`troupe: ${line}`),
  stopWithinMs: 25_000,
})
life.stopOnSignals()
await start().catch(life.giveUp)

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  for (const line of misspeltNames(process.env)) life.say(line)
  const log = pino({ level: settings.logLevel, redact: redactedPaths })
  await mkdir(settings.dataDir, { recursive: true })

  const database = await startStorage(life, settings)
  const { vault, source: keys } = await openVault(database, settings, life.say)
  const fence = await openWorkFence(database)
  const tracing = await openTracing({ ...settings, version: manifest.version })
  const stores = openStores(database, vault, changed => actors.system.invalidate(changed))
  const actors = await life.start(
    `${settings.hosts} actor host${settings.hosts === 1 ? '' : 's'}`,
    () =>
      startActors({
        hosts: settings.hosts,
        config: hostConfig(settings, {
          databaseUrl: database.url,
          keys,
          version: manifest.version,
          isFenced: fence.isUp,
        }),
        log,
        unfinished: (after, limit) => unfinishedAddresses(stores.executions, database, after, limit),
        due: (before, after, limit) => dueAddresses(database, before, after, limit),
        changed: what => stores.forget(what as Changed),
      }),
    it => it.stop(),
  )

  const application = await createApplication({
    settings,
    log,
    database,
    stores,
    vault,
    system: actors.system,
    outbound: createOutbound({ policy: settings.networkPolicy }),
    version: manifest.version,
    figures: actors.figures,
    tracing,
    isStopping: () => life.isStopping,
    fence,
  })
  const { services, pipeline } = application
  const chores = choresOf(services, database, settings.retentionDays)
  await fence.startWork(life, { services, system: actors.system, chores, log })
  const server = await life.start(
    'HTTP',
    () => startServer({ ...settings, pipeline }),
    async it => {
      // Ready no more, and still serving: whoever sends requests here has a moment to notice.
      await pause(settings.drainMs)
      actors.system.endWaits()
      await it.close()
      await application.close()
      await tracing?.close()
    },
  )
  const account =
    settings.isProduction || fence.isUp
      ? null
      : await developmentAccount(services, stores.users, settings.dataDir)
  const conformanceKey = fence.isUp ? null : ((await services.fixtures?.open(services)) ?? null)
  life.say(welcome({ settings, server, account, conformanceKey, elapsedMs: life.elapsedMs }))
}
