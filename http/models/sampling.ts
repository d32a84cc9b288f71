// Has a model of an organization plan the sample request, and keeps how it did. Called by the routes of
// models.
import type { Model } from '../../domain/models/model.ts'
import type { SamplePlan } from '../../domain/models/model-test.ts'
import { samplePlan } from '../../rpc/planning/sample-plan.ts'
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
  const opened = await models.open(organizationId, name)
  if (opened === null) return null
  const sample = await samplePlan({ model: opened, organizationId, thinking, clock: systemClock, signal })
  const { models: kept } = await modelSettings.get(organizationId)
  const now = kept.map(model => (model.name === name ? { ...model, plans: sample.plans } : model))
  await modelSettings.change(organizationId, { models: now })
  const model = now.find(each => each.name === name)
  return model === undefined ? null : { model, sample }
}
