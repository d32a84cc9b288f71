// Who approves: an address, a role, several of them, all of them.
import type { Rule } from '../../chart/chart.ts'
import { roles } from '../../lexicon/words.ts'
import { rule } from '../build.ts'
import type { Who } from '../terms.ts'

export const approverRules: readonly Rule[] = [
  rule(
    'PERSON',
    'a|an|the|any|one? ROLE ROLEMORE*',
    ([, first, more]): Who => ({ emails: [], roles: [first, ...more] }),
    ['an admin', 'an owner or admin'],
  ),
  rule(
    'PERSON',
    'someone|somebody with the ROLE role',
    ([, , , role]): Who => ({ emails: [], roles: [role] }),
    ['someone with the admin role', 'someone with the owner role'],
  ),
  // "a@b.c or an admin": one of them is enough; "a@b.c and d@e.f": all of them.
  rule(
    'PERSON',
    'ASSIGNEE ASSIGNEEMORE* ,? or ASSIGNEE',
    ([first, more, , , last]): Who => together([first, ...more, last]),
    ['a@b.com or c@d.com', 'ops@acme.com or an admin'],
    0.5,
  ),
  rule(
    'PERSON',
    'ASSIGNEE ASSIGNEEMORE* ,? and ASSIGNEE',
    ([first, more, , , last]): Who => together([first, ...more, last], more.length + 2),
    ['a@b.com and c@d.com', 'a@b.com, c@d.com and e@f.com'],
    0.5,
  ),
  rule(
    'PERSON',
    'at? least? COUNT of ASSIGNEE ASSIGNEEMORE* ,? and|or ASSIGNEE',
    ([, , count, , first, more, , , last]): Who | null =>
      count <= more.length + 2 ? together([first, ...more, last], count) : null,
    ['two of a@b.com, c@d.com and e@f.com', '2 of a@b.com, c@d.com or e@f.com'],
  ),
  rule(
    'PERSON',
    'at? least? COUNT of? the? ROLE',
    ([, , quorum, , , role]): Who | null => (quorum > 1 ? { emails: [], roles: [role], quorum } : null),
    ['2 admins', 'two of the owners'],
  ),
  rule('ASSIGNEE', 'EMAIL', ([value]): Who => ({ emails: [value.text], roles: [] }), [
    'lena@clinic.example',
    'rosa@clinic.example',
  ]),
  rule('ASSIGNEE', 'a|an|the|any? ROLE', ([, role]): Who => ({ emails: [], roles: [role] }), [
    'an admin',
    'the owner',
  ]),
  rule('ASSIGNEE', 'CODE', ([value]): Who => ({ emails: [value.text], roles: [] }), ['`user_1`', '`a@b.c`']),
  rule('ASSIGNEEMORE', ', ASSIGNEE', ([, each]) => each, [', a@b.com', ', an admin']),
  // Whose address nobody has said: who it is, is asked.
  rule(
    'PERSON',
    'BARE',
    ([value]): Who | null =>
      /^[A-Z]/.test(value.text) ? { emails: [], roles: [], unknown: value.text } : null,
    ['Bob', 'Ines'],
    4,
  ),
  rule('PERSON', 'me', (): Who => ({ emails: [], roles: [], unknown: 'me' }), ['me']),
  rule('PERSON', 'EMAIL', ([value]): Who => ({ emails: [value.text], roles: [] }), [
    'lena@clinic.example',
    'rosa@clinic.example',
  ]),
  rule('PERSON', 'HOLE', ([value]): Who => ({ emails: [`{{${value.source}}}`], roles: [] }), [
    '{{inputs.x}}',
    '{{inputs.id}}',
  ]),
  rule('PERSON', 'someone|somebody|anybody|anyone|approver', (): Who => ({ emails: [], roles: [] }), [
    'someone',
    'somebody',
  ]),
  rule('ROLEMORE', 'or a|an|the? ROLE', ([, , role]) => role, ['or admin', 'or owner']),
  rule(
    'ROLE',
    'viewer|member|admin|owner|administrator',
    ([word]) => roles.find(role => word.lower.startsWith(role)) ?? 'admin',
    ['admin', 'owner'],
  ),
  rule('FROMWHOM', 'by|from|of|to PERSON', ([, who]) => who, ['of an owner', 'by a member']),
  rule('PERSON', 'one of the ROLE', ([, , , role]): Who => ({ emails: [], roles: [role] }), [
    'one of the owners',
    'one of the admin',
  ]),
  rule('ROLE', 'owners|admins|members|viewers', ([word]) => word.lower.slice(0, -1), ['owners', 'admins']),
]

function together(all: readonly Who[], quorum?: number): Who {
  return {
    emails: all.flatMap(({ emails }) => emails),
    roles: all.flatMap(({ roles: own }) => own),
    ...(quorum !== undefined && quorum > 1 && { quorum }),
  }
}
