// The organization: its name, how much runs at once, the person's other organizations, and its end.
import { useQuery } from '@tanstack/react-query'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, updateUser, useUser } from '../../../app/session.ts'
import { CopyText } from '../../../parts/copy.tsx'
import { Field, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Loaded, Skeleton } from '../../../parts/notes.tsx'
import { Card, Page, Section } from '../../../parts/page.tsx'
import { Badge } from '../../../parts/status.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words as all } from '../../../words/people.ts'
import { DeleteOrganization } from './delete-organization.tsx'
import { OwnOrganizations } from './own-organizations.tsx'

const words = all.organization

export function OrganizationPage() {
  const user = useUser()
  return (
    <Page title={words.title} width="narrow">
      <Section title={words.general}>
        <Card>
          <General />
        </Card>
      </Section>
      <Section title={words.limits} lead={words.limitsLead}>
        <Card>
          <Limits />
        </Card>
      </Section>
      <Section title={words.mine} lead={words.mineLead}>
        <OwnOrganizations />
      </Section>
      {hasRole(user, 'owner') && (
        <Section title={words.delete} lead={words.deleteLead}>
          <DeleteOrganization />
        </Section>
      )}
    </Page>
  )
}

function General() {
  const user = useUser()
  const { id, name, plan } = user.organization
  const rename = useCall('PUT /api/v1/organization', {
    refreshes: ['GET /api/v1/organizations', 'GET /api/v1/organization'],
    onDone: answer => {
      updateUser({ ...user, organization: { ...user.organization, name: answer.name } })
      toast(common.saved)
    },
  })
  const facts = (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-1 text-sm">
      <dt className="text-dim">{words.id}</dt>
      <dd title={words.idHint}>
        <CopyText text={id} />
      </dd>
      <dt className="text-dim">{words.plan}</dt>
      <dd>
        <Badge>{plan}</Badge>
      </dd>
    </dl>
  )
  if (!hasRole(user, 'admin')) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-base font-medium break-words">{name}</p>
        {facts}
      </div>
    )
  }
  return (
    <Form
      action={common.save}
      onSend={fields => rename.mutateAsync({ body: { name: fields['name'] ?? '' } })}
    >
      <TextField key={name} label={words.name} name="name" defaultValue={name} maxLength={200} />
      {facts}
    </Form>
  )
}

function Limits() {
  const user = useUser()
  const query = useQuery(read('GET /api/v1/limits'))
  const change = useCall('PUT /api/v1/limits', {
    refreshes: ['GET /api/v1/limits'],
    onDone: () => toast(common.saved),
  })
  return (
    <Loaded query={query} skeleton={<Skeleton rows={2} />}>
      {({ concurrency }) =>
        hasRole(user, 'admin') ? (
          <Form
            action={common.save}
            onSend={fields => {
              const text = fields['concurrency']?.trim() ?? ''
              // What is no number goes as it is: the service says what it expected.
              const limit = /^\d+$/.test(text) ? Number(text) : (text as unknown as number)
              return change.mutateAsync({ body: { concurrency: text === '' ? null : limit } })
            }}
          >
            <TextField
              key={concurrency}
              label={words.limit}
              hint={words.limitHint}
              name="concurrency"
              inputMode="numeric"
              defaultValue={concurrency ?? ''}
              placeholder={words.noLimit}
              isOptional
              className="max-w-60"
            />
          </Form>
        ) : (
          <Field label={words.limit}>
            <p>{concurrency ?? words.noLimit}</p>
          </Field>
        )
      }
    </Loaded>
  )
}
