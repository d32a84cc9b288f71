// The resources that teach a model to write workflows: troupe://guide/plans, one for each kind of block,
// troupe://guide/plans/<kind>, and troupe://guide/prompts. The same for every caller; resources.ts lists and
// reads them.
import { type BlockKind, blockGuides, blockKinds } from '../../../language/language.ts'
import type { WireResource } from '../../../rpc/surface/surface.ts'
import { agentPlanGuide, blockText } from './plan-guide.ts'
import { promptGuide } from './prompt-guide.ts'

export const guideType = 'text/markdown'
const plansUri = 'troupe://guide/plans'
const promptsUri = 'troupe://guide/prompts'

export const guideResources: readonly WireResource[] = [
  guide(plansUri, 'How to write a plan: read this before you make a workflow'),
  ...blockKinds.map(kind => guide(`${plansUri}/${kind}`, `Block ${kind}: ${blockGuides[kind].title}`)),
  guide(promptsUri, 'How to write a prompt in place of a plan: in notation, or in controlled English'),
]

/** The text behind a URI; null: it is no guide. */
export function guideText(uri: string): string | null {
  if (uri === promptsUri) return promptGuide
  if (uri === plansUri) return agentPlanGuide
  const kind = uri.startsWith(`${plansUri}/`) ? uri.slice(plansUri.length + 1) : ''
  return Object.hasOwn(blockGuides, kind) ? blockText(kind as BlockKind) : null
}

function guide(uri: string, title: string): WireResource {
  return { uri, name: uri.slice('troupe://'.length), title, mimeType: guideType }
}
