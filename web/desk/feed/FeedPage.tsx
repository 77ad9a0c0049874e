import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps, ShownOperator } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { roleMissing } from '#contract/desk/desk-roles.ts'
import {
  addEndpoint,
  addFeedKey,
  type EndpointRow,
  endpointUrl,
  type FeedValues,
  firstPosition,
  type KeyRow,
  keyName,
  oldSecretLasts,
  removeEndpoint,
  removeFeedKey,
  replayEndpoint,
  replayFrom,
  resumeEndpoint,
  rotateEndpoint,
} from '#contract/desk/feed.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskCards, DeskList } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { may } from '../Offered.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

const { path } = deskPages.feed

export function FeedPage({ values: initial, operator }: DeskPageProps<'feed'>) {
  const { values, outcome, done, forget } = useOutcome(initial)
  const canChange = may(operator, 'administer')
  const { endpoints, after, hasMore } = values
  const last = endpoints.at(-1)
  return (
    <DeskLayout
      operator={operator}
      page="feed"
      title="Feed"
      changesNeed="administer"
      lede="Where account changes are sent, and the keys that read them."
      actions={
        canChange && (
          <>
            <AddEndpoint after={after} onDone={done} />
            <AddKey after={after} onDone={done} />
          </>
        )
      }
      outcome={outcome}
      onForget={forget}
    >
      <DeskCards
        rows={endpoints}
        headingOf={({ id }) => ({ id: `endpoint-${id}`, title: `Endpoint ${id}` })}
        card={(endpoint) => (
          <>
            <About endpoint={endpoint} />
            <EndpointActions endpoint={endpoint} after={after} operator={operator} onDone={done} />
          </>
        )}
        empty="There is no endpoint yet."
        parts={{
          label: 'Pages of endpoints',
          first: after ? path : null,
          next: hasMore && last ? `${path}?after=${last.id}` : null,
        }}
      />
      <DeskList
        caption="Keys that read the feed"
        rows={values.keys}
        columns={keyColumns}
        keyOf={({ id }) => id}
        empty="No key reads the feed."
        actions={canChange ? (row) => <RemoveKey row={row} after={after} onDone={done} /> : null}
      />
    </DeskLayout>
  )
}

type AddProps = { after: number; onDone: TakeAnswer<FeedValues> }

function AddEndpoint({ after, onDone }: AddProps) {
  return (
    <ReasonDialog
      call={addEndpoint}
      bodyOf={({ url, from, reason }) => ({ url, from, reason, after: String(after) })}
      fields={{ url: configOf(endpointUrl), from: configOf(firstPosition) }}
      ask={(form) => (
        <>
          <TextField field={form.field('url')} hint="It must begin with https:." />
          <TextField
            field={form.field('from')}
            inputMode="numeric"
            hint="Leave it empty to send new events only."
          />
        </>
      )}
      verb="Add"
      opener="Add an endpoint"
      title="Add an endpoint"
      onDone={onDone}
    >
      <p>Names, emails and what accounts may do are sent there. Its secret is shown once.</p>
    </ReasonDialog>
  )
}

function AddKey({ after, onDone }: AddProps) {
  return (
    <ReasonDialog
      call={addFeedKey}
      bodyOf={({ name, reason }) => ({ name, reason, after: String(after) })}
      fields={{ name: configOf(keyName) }}
      ask={(form) => <TextField field={form.field('name')} />}
      verb="Make the key"
      opener="Make a key"
      title="Make a key that reads the feed"
      onDone={onDone}
    >
      <p>It is shown once.</p>
    </ReasonDialog>
  )
}

function About({ endpoint }: { endpoint: EndpointRow }) {
  const { url, state, sentThrough, behind, missedAt, failingSince, lastError } = endpoint
  return (
    <DeskFacts
      facts={{
        URL: <code>{url}</code>,
        State: <State state={state} />,
        'Sent up to position': sentThrough,
        'Events to send': behind,
        'Accounts waiting': sayWaiting(endpoint),
        'Failing since': failingSince ? formatUtcMoment(failingSince) : undefined,
        'Last error': lastError ?? undefined,
        'Missed deleted events': missedAt ? formatUtcMoment(missedAt) : undefined,
        'Last delivery': endpoint.lastTakenAt ? formatUtcMoment(endpoint.lastTakenAt) : 'Never',
      }}
    />
  )
}

const stateLabels: Record<EndpointRow['state'], string> = {
  active: 'Active',
  failing: 'Failing',
  disabled: 'Disabled',
}

function State({ state }: Pick<EndpointRow, 'state'>) {
  return <span className={`desk-tag ${state === 'active' ? 'is-good' : 'is-bad'}`}>{stateLabels[state]}</span>
}

function sayWaiting({ accountsWaiting, hasMoreWaiting }: EndpointRow): string {
  return hasMoreWaiting ? `More than ${accountsWaiting}` : String(accountsWaiting)
}

type ActionsProps = {
  endpoint: EndpointRow
  after: number
  operator: ShownOperator | null
  onDone: TakeAnswer<FeedValues>
}

function EndpointActions({ endpoint: { id }, after: cursor, operator, onDone }: ActionsProps) {
  const after = String(cursor)
  return (
    <div className="desk-toolbar">
      <ReasonDialog
        call={resumeEndpoint}
        bodyOf={({ reason }) => ({ endpoint_id: id, reason, after })}
        verb="Try again"
        label={`Try again: endpoint ${id}`}
        title={`Try endpoint ${id} again?`}
        why={roleMissing(operator, 'help')}
        onDone={onDone}
      >
        <p>It is tried at once, and goes on from where it stopped.</p>
      </ReasonDialog>
      {may(operator, 'administer') && (
        <>
          <Rotate id={id} after={after} onDone={onDone} />
          <Replay id={id} after={after} onDone={onDone} />
          <ReasonDialog
            call={removeEndpoint}
            bodyOf={({ reason }) => ({ endpoint_id: id, reason, after })}
            verb="Remove"
            label={`Remove endpoint ${id}`}
            title={`Remove endpoint ${id}?`}
            onDone={onDone}
          >
            <p>No more events are sent there, and its details are deleted.</p>
          </ReasonDialog>
        </>
      )}
    </div>
  )
}

type ActionProps = { id: number; after: string; onDone: TakeAnswer<FeedValues> }

function Rotate({ id, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={rotateEndpoint}
      bodyOf={({ former_lasts_hours, reason }) => ({ endpoint_id: id, former_lasts_hours, reason, after })}
      fields={{ former_lasts_hours: configOf(oldSecretLasts, { value: '24' }) }}
      ask={(form) => <SelectField field={form.field('former_lasts_hours')} />}
      verb="Make a new secret"
      opener="New secret"
      label={`New secret for endpoint ${id}`}
      title={`Make a new secret for endpoint ${id}?`}
      onDone={onDone}
    >
      <p>It is shown once. Meanwhile both secrets sign each event.</p>
    </ReasonDialog>
  )
}

function Replay({ id, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={replayEndpoint}
      bodyOf={({ from, reason }) => ({ endpoint_id: id, from, reason, after })}
      fields={{ from: configOf(replayFrom) }}
      ask={(form) => <TextField field={form.field('from')} inputMode="numeric" />}
      verb="Send again"
      label={`Send again: events to endpoint ${id}`}
      title={`Send events to endpoint ${id} again?`}
      onDone={onDone}
    >
      <p>All events from this position on are sent again, with the same ids.</p>
    </ReasonDialog>
  )
}

const keyColumns: DeskColumn<KeyRow>[] = [
  { title: 'Name', isHead: true, cell: ({ name }) => name },
  { title: 'Made', cell: ({ createdAt }) => formatUtcMoment(createdAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? formatUtcMoment(lastUsedAt) : 'Never') },
]

function RemoveKey({ row: { id, name }, after, onDone }: AddProps & { row: KeyRow }) {
  return (
    <ReasonDialog
      call={removeFeedKey}
      bodyOf={({ reason }) => ({ key_id: id, reason, after: String(after) })}
      verb="Remove"
      label={`Remove the key ${name}`}
      title={`Remove the key ${name}?`}
      onDone={onDone}
    >
      <p>It stops working at once.</p>
    </ReasonDialog>
  )
}
