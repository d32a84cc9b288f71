// What one is notified of, by kind and channel. A switch holds at once.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../../http/client.ts'
import { keyOf, read, sayError, useCall } from '../../../app/api.ts'
import { useMail } from '../../../app/mail.ts'
import { hasRole, type Role, useUser } from '../../../app/session.ts'
import { Switch } from '../../../parts/field.tsx'
import { Loaded, Note } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { toast } from '../../../parts/toast.tsx'
import { preferenceWords as words } from '../../../words/notifications.ts'

type Preferences = Answer<'GET /api/v1/notifications/preferences'>
type Kind = keyof typeof words.kinds & keyof Preferences
type Channel = 'app' | 'mail'

/** The kinds by group, and the least role that is ever told of them. */
const groups: readonly (readonly [string, readonly (readonly [Kind, Role])[]])[] = [
  [
    words.groups.runs,
    [
      ['execution.failed', 'viewer'],
      ['budget.reached', 'viewer'],
      ['schedule.refused', 'viewer'],
      ['canary.failing', 'viewer'],
    ],
  ],
  [
    words.groups.approvals,
    [
      ['approval.requested', 'viewer'],
      ['approval.decided', 'viewer'],
    ],
  ],
  [
    words.groups.connections,
    [
      ['tool_server.down', 'admin'],
      ['tool_server.recovered', 'admin'],
      ['tool_server.quarantined', 'admin'],
      ['webhook.failing', 'admin'],
    ],
  ],
  [
    words.groups.usage,
    [
      ['usage.threshold', 'admin'],
      ['usage.limit_reached', 'admin'],
      ['subscription.changed', 'admin'],
    ],
  ],
]

const preferences = 'GET /api/v1/notifications/preferences'

export function NotificationSettingsPage() {
  const user = useUser()
  const mail = useMail()
  const query = useQuery(read(preferences))
  const choose = useChoose()
  return (
    <Page title={words.title} lead={words.lead} width="narrow">
      <Loaded query={query}>
        {chosen =>
          groups.map(([title, kinds]) => {
            const own = kinds.filter(([, least]) => hasRole(user, least)).map(([kind]) => kind)
            return own.length === 0 ? null : (
              <Section key={title} title={title}>
                <Group title={title} kinds={own} chosen={chosen} onChoose={choose} />
              </Section>
            )
          })
        }
      </Loaded>
      {mail === 'sent' ? (
        <p className="text-sm text-dim">{words.mailNote}</p>
      ) : (
        <Note tone="warn">{words.noMail}</Note>
      )}
    </Page>
  )
}

interface GroupProps {
  readonly title: string
  readonly kinds: readonly Kind[]
  readonly chosen: Preferences
  readonly onChoose: (kind: Kind, channel: Channel, isOn: boolean) => void
}

function Group({ title, kinds, chosen, onChoose }: GroupProps) {
  const head = 'w-20 px-2 py-2 text-center text-xs font-medium text-dim'
  return (
    <div className="overflow-hidden rounded-lg border bg-raised">
      <table aria-label={title} className="w-full">
        <thead className="border-b bg-sunken">
          <tr>
            <th scope="col" className="px-4 py-2 text-start text-xs font-medium text-dim">
              {words.kind}
            </th>
            <th scope="col" className={head}>
              {words.app}
            </th>
            <th scope="col" className={head}>
              {words.mail}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {kinds.map(kind => (
            <KindRow key={kind} kind={kind} chosen={chosen[kind]} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface KindRowProps extends Pick<GroupProps, 'onChoose'> {
  readonly kind: Kind
  readonly chosen: Preferences[Kind]
}

function KindRow({ kind, chosen, onChoose }: KindRowProps) {
  const [name, hint] = words.kinds[kind]
  return (
    <tr>
      <th scope="row" className="px-4 py-2.5 text-start font-normal">
        {name}
        <span className="block text-sm text-dim">{hint}</span>
      </th>
      {(['app', 'mail'] as const).map(channel => (
        <td key={channel} className="px-2 text-center align-middle">
          <Switch
            label={channel === 'app' ? words.appOf(name) : words.mailOf(name)}
            isOn={chosen[channel]}
            onChange={isOn => onChoose(kind, channel, isOn)}
          />
        </td>
      ))}
    </tr>
  )
}

/** The switch moves at once, and back when the service refuses. */
function useChoose(): GroupProps['onChoose'] {
  const queries = useQueryClient()
  const call = useCall('PUT /api/v1/notifications/preferences')
  return (kind, channel, isOn) => {
    const set = (is: boolean) =>
      queries.setQueryData<Preferences>(
        keyOf(preferences),
        old => old && { ...old, [kind]: { ...old[kind], [channel]: is } },
      )
    set(isOn)
    call.mutate(
      { body: { [kind]: { [channel]: isOn } } },
      {
        onError: error => {
          set(!isOn)
          toast({ text: sayError(error), tone: 'bad' })
        },
      },
    )
  }
}
