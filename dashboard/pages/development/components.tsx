// Every primitive on one page, in its states: to be looked at when one of them changes. In development only.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { Code, CopyText } from '../../parts/copy.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { Check, Field, Select, Switch, TextArea, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, ErrorNote, Note, Skeleton } from '../../parts/notes.tsx'
import { Card, Page, Section } from '../../parts/page.tsx'
import { StatusBadge, StatusIcon } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { toast } from '../../parts/toast.tsx'
import { Value } from '../../parts/value.tsx'

const statuses = ['queued', 'running', 'waiting', 'awaiting_approval', 'completed', 'failed', 'cancelled']
const rows = [
  { id: '1', name: 'A short name', took: 340 },
  {
    id: '2',
    name: 'A name that is so long that no column has room for all of it, on any screen',
    took: 7_400_000,
  },
]

export function ComponentsPage() {
  return (
    <Page
      title="Components"
      lead="Every primitive, in its states."
      actions={<Button look="primary">Act</Button>}
    >
      <Section title="Buttons">
        <div className="flex flex-wrap gap-2">
          {(['primary', 'plain', 'quiet', 'danger'] as const).map(look => (
            <Button key={look} look={look} icon={<Plus className="size-4" />}>
              {look}
            </Button>
          ))}
          <Button isBusy>busy</Button>
          <Button disabled>disabled</Button>
          <IconButton label="Add">
            <Plus className="size-4" />
          </IconButton>
          <Menu items={[{ label: 'One', onSelect: () => {} }, null, { label: 'Two', onSelect: () => {} }]} />
        </div>
      </Section>
      <Floating />
      <Section title="Statuses">
        <div className="flex flex-wrap items-center gap-2">
          {statuses.map(status => (
            <StatusBadge key={status} status={status} />
          ))}
          {statuses.map(status => (
            <StatusIcon key={status} status={status} />
          ))}
        </div>
      </Section>
      <Section title="Fields">
        <Card className="max-w-md">
          <Form onSend={async () => toast('Sent')} action="Send">
            <TextField label="Text" name="text" hint="What it is for." />
            <TextField label="With an error" name="wrong" error="Expected something else" isOptional />
            <Field label="Long text" isOptional>
              <TextArea name="long" />
            </Field>
            <Field label="Choice">
              <Select name="choice">
                <option>One</option>
              </Select>
            </Field>
            <Check label="Check" hint="What it does." name="check" />
            <Switch label="Switch" isOn onChange={() => {}} />
          </Form>
        </Card>
      </Section>
      <Section title="Table">
        <Table
          label="Rows"
          rows={rows}
          keyOf={row => row.id}
          columns={[
            { name: 'Name', cell: row => row.name },
            { name: 'Started', cell: () => <Time at={Date.now() - 90_000} /> },
            { name: 'Took', align: 'end', cell: row => <Duration ms={row.took} /> },
          ]}
        />
      </Section>
      <Section title="Values">
        <div className="flex flex-col gap-3">
          <Value value={{ text: 'a', list: [1, 2, { deep: [null, true] }], empty: {} }} />
          <Code>{'curl http://localhost:8080/healthz'}</Code>
          <CopyText text="exec_01m84vcn56exta7wyhej020wcj" />
        </div>
      </Section>
      <Section title="Notes">
        <div className="flex flex-col gap-3">
          <Note>For your information</Note>
          <Note tone="warn">Take care</Note>
          <Note tone="good">Well done</Note>
          <ErrorNote>What happened, what was kept, what to do.</ErrorNote>
          <Skeleton rows={3} />
          <Empty title="Nothing here yet" action={<Button look="primary">Make one</Button>}>
            What this place is for.
          </Empty>
        </div>
      </Section>
    </Page>
  )
}

function Floating() {
  const [opened, setOpened] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpened(null)
  return (
    <Section title="What floats">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Confirm</Button>
        <Button onClick={() => toast({ text: 'Deleted', undo: () => toast('It is back') })}>Toast</Button>
      </div>
      <Dialog isOpen={opened === 'dialog'} onClose={close} title="A dialog" description="It keeps the focus.">
        <Button onClick={close}>Close</Button>
      </Dialog>
      <Confirm
        isOpen={opened === 'confirm'}
        onClose={close}
        title="Delete it"
        action="Delete"
        typed="it"
        onConfirm={async () => toast('Deleted')}
      >
        <p>What will break.</p>
      </Confirm>
    </Section>
  )
}
