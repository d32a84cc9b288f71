// Has a model of an organization plan the sample request, and keeps how it did. Called by the routes of
// models.
import type { Model } from '../../domain/models/model.ts'
import type { SamplePlan } from '../../domain/models/model-test.ts'
import { samplePlan } from '../../language/language.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Services } from '../services.ts'

type Parts = Pick<Services, 'models' | 'modelSettings' | 'thinking'>

/**
 * @param name of a model that is in the settings
 * @returns null: it is gone
 * @throws the reason of the signal
 */
export async function sampled(
  { models, modelSettings, thinking }: Parts,
  organizationId: string,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly model: Model; readonly sample: SamplePlan } | null> {
  const { models: before } = await modelSettings.get(organizationId)
  const tried = before.find(each => each.name === name)
  const opened = tried === undefined ? null : await models.open(organizationId, name)
  if (tried === undefined || opened === null) return null
  const sample = await samplePlan({ model: opened, organizationId, thinking, clock: systemClock, signal })
  const { plans } = sample
  const isTried = (model: Model) => asAsked(model) === asAsked(tried)
  const list = await modelSettings.changeModels(organizationId, now =>
    now.some(isTried) ? now.map(model => (isTried(model) ? { ...model, plans } : model)) : null,
  )
  const { models: after } = list === null ? await modelSettings.stored(organizationId) : { models: list }
  const model = after.find(each => each.name === name)
  return model === undefined ? null : { model, sample }
}

/** What was tried: a model that has only got its name meanwhile is another one. */
function asAsked({ name, provider, model, url, credential }: Model): string {
  return JSON.stringify([name, provider, model, url, credential])
}
