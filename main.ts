// The composition root, run by start.js: configuration -> database -> actors -> application -> HTTP, and back
// down in the opposite order. Each part that starts prints one line with its name and the time it took.
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { hashApiKey } from './domain/people/api-key.ts'
import { readSettings } from './domain/settings/settings.ts'
import { misspeltNames } from './domain/settings/settings-report.ts'
import { StartLink } from './http/account/links/start-link.ts'
import { startServer } from './http/server.ts'
import { openActors } from './main/actors.ts'
import { createApplication } from './main/application.ts'
import { choresOf } from './main/chores.ts'
import { developmentAccount } from './main/development.ts'
import { openOn } from './main/open.ts'
import { openStdio } from './main/stdio.ts'
import { startWarnings } from './main/warnings.ts'
import { welcome } from './main/welcome.ts'
import manifest from './package.json' with { type: 'json' }
import { createOutbound } from './rpc/outbound/outbound.ts'
import { systemClock } from './runtime/clock.ts'
import { deskAway } from './runtime/engine.ts'
import { redactedPaths } from './runtime/log.ts'
import { Lifecycle } from './runtime/process/lifecycle.ts'
import { startStorage } from './storage/start.ts'

const life = new Lifecycle({
  say: line => console.log(line),
  complain: line => console.error(`troupe: ${line}`),
  stopWithinMs: 25_000,
})
life.stopOnSignals()
await start().catch(life.giveUp)

async function start(): Promise<void> {
  const { version } = manifest
  const settings = readSettings(process.env)
  for (const line of misspeltNames(process.env)) life.say(line)
  const log = pino({ level: settings.logLevel, redact: redactedPaths })
  await mkdir(settings.dataDir, { recursive: true })

  const stdio = await openStdio(life, settings, process.env)
  const { cluster } = settings
  const database = await startStorage(life, settings, cluster && { ...cluster, version })
  const opened = await openOn(database, settings, version, life)
  // Actors begin before the application that answers them: until then the desk is away.
  let desk = deskAway
  let guestDesk = deskAway
  const { stores, engine, leads, join } = await openActors(life, {
    ...{ settings, log, database, opened, version },
    desk: stdio.inFrontOf(message => desk(message)),
    guestDesk: message => guestDesk(message),
  })
  const { vault, fence, tracing } = opened
  const application = await createApplication({
    ...{ settings, log, database, stores, vault, engine, version, tracing, fence },
    outbound: createOutbound({ policy: settings.networkPolicy }),
    stdio: stdio.servers,
    figures: engine.figures,
    cluster: engine.cluster,
    leads,
    isStopping: () => life.isStopping,
  })
  const { services, pipeline } = application
  desk = application.desk
  guestDesk = application.guestDesk
  await join()
  // Before the chores: their first portions all come at once, and a query that waits behind them for too long
  // would end the start.
  const account =
    settings.isProduction || fence.isUp
      ? null
      : await developmentAccount(services, stores.users, settings.dataDir)
  if (account !== null) {
    services.demo.keyHash = hashApiKey(account.apiKey)
    services.demo.link = new StartLink(account.email, systemClock)
  }
  const conformanceKey = fence.isUp ? null : ((await services.fixtures?.open(services)) ?? null)
  const setUp = fence.isUp ? null : await services.setUpLinks.make()
  const chores = choresOf(services, database, settings.retentionDays)
  await fence.startWork(life, { services, engine, chores, log, leads })
  const server = await life.start(
    'HTTP',
    () => startServer({ ...settings, pipeline }),
    async it => {
      // No longer ready, and still serving: gives the load balancer time to send requests elsewhere.
      await pause(settings.drainMs)
      engine.endWaits()
      await it.close()
      await application.close()
      await tracing?.close()
    },
  )
  for (const line of startWarnings({ settings, environment: process.env, allowed: stdio.allowed }))
    life.say(`warning: ${line}`)
  life.say(
    welcome({
      settings,
      server,
      account,
      link: services.demo.link,
      setUp,
      conformanceKey,
      elapsedMs: life.elapsedMs,
    }),
  )
}
