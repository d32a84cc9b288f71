// Questions about what waits for a decision.
import type { Rule } from '../../planner/chart/chart.ts'
import { rule } from '../../planner/grammar/build.ts'
import type { Command } from '../command.ts'

const approvals = (): Command => ({ type: 'approvals' })

export const approvalRules: readonly Rule[] = [
  rule(
    'COMMAND',
    'what|who wait|waits|waiting FORME',
    approvals,
    ['what waits for me', 'what waits for my approval'],
    0,
  ),
  rule(
    'COMMAND',
    'what be wait|pending|open|left FORME',
    approvals,
    ['what is waiting for me', "what's waiting for us"],
    0,
  ),
  rule(
    'COMMAND',
    'be there? anything|something|any|approvals? wait|pending|open? FORME',
    approvals,
    ['is anything waiting for me', 'is there anything for me'],
    0,
  ),
  rule('COMMAND', 'be there any APPROVALS FORME?', approvals, [
    'are there any approvals',
    'are there any pending approvals for me',
  ]),
  rule('COMMAND', 'anything|something|what to DECIDE', approvals, ['anything to approve', 'what to approve']),
  rule(
    'COMMAND',
    'anything|something wait|waiting|pending? FORME',
    approvals,
    ['anything for me', 'anything waiting for me'],
    0,
  ),
  rule('COMMAND', 'what do|must|can|should i|we have|need? to? DECIDE', approvals, [
    'what do i have to approve',
    'what can i decide',
  ]),
  rule('COMMAND', 'what need my|our|an? approval|decision|attention|input', approvals, [
    'what needs my approval',
    'what needs approval',
  ]),
  rule('COMMAND', 'SHOWING? THE* APPROVALS FORME?', approvals, ['approvals', 'show my pending approvals']),
  rule('COMMAND', 'what|which APPROVALS be|do there|i|we|open|pending|waiting? have? FORME?', approvals, [
    'which approvals are open',
    'what approvals are there',
  ]),
  rule(
    'APPROVALS',
    'pending|open|waiting? approval|decision|request|inbox',
    (_, at) => (at.tokens[at.end - 1]!.lower === 'approval' ? null : 'approvals'),
    ['approvals', 'pending approvals'],
  ),
  rule('DECIDE', 'APPROVE', () => 'decide', ['approve', 'accept']),
  rule('DECIDE', 'DENY', () => 'decide', ['deny', 'reject']),
  rule('DECIDE', 'decide', () => 'decide', ['decide', 'Decide']),
  rule('FORME', 'for|on me|us', () => 'me', ['for me', 'on me'], 0),
  rule('FORME', 'for my|our|an? approval|decision|answer|ok', () => 'me', [
    'for my approval',
    'for approval',
  ]),
  rule('COMMAND', 'what i|we must|have|can|need|should to? DECIDE', approvals, [
    'what i must approve',
    'what we have to decide',
  ]),
  rule('COMMAND', 'who need|have|must|can|should|may to? DECIDE APR?', approvals, [
    'who needs to approve it',
    'who can approve this',
  ]),
]
