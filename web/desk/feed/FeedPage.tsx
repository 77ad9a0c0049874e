import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { addEndpoint, addFeedKey, removeFeedKey } from '#contract/desk/feed/calls.ts'
import { endpointUrl, firstPosition, keyName } from '#contract/desk/feed/fields.ts'
import type { EndpointRow, FeedValues, KeyRow } from '#contract/desk/feed/values.ts'
import { configOf } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskOutcome } from '../DeskOutcome.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { may } from '../may.ts'
import { PageLinks } from '../PageLinks.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { type Done, useOutcome } from '../use-outcome.ts'
import { EndpointActions } from './EndpointActions.tsx'

const { path } = deskPages.feed

export function FeedPage({ values: given, operator }: DeskPageProps<'feed'>) {
  const { values, outcome, done, forget } = useOutcome(given)
  const canChange = may(operator, 'administer')
  const { endpoints, after, hasMore } = values
  const last = endpoints.at(-1)
  return (
    <DeskLayout
      operator={operator}
      page="feed"
      title="Feed"
      lede="Where account changes are sent, and the keys that read them."
      actions={
        canChange && (
          <>
            <AddEndpoint after={after} onDone={done} />
            <AddKey after={after} onDone={done} />
          </>
        )
      }
    >
      <DeskOutcome outcome={outcome} onForget={forget} />
      {endpoints.length === 0 && (
        <p className="desk-empty">{after ? 'There are no more.' : 'There is no endpoint yet.'}</p>
      )}
      {endpoints.map((endpoint) => (
        <section className="desk-card" key={endpoint.id} aria-labelledby={`endpoint-${endpoint.id}`}>
          <h2 id={`endpoint-${endpoint.id}`}>{`Endpoint ${endpoint.id}`}</h2>
          <About endpoint={endpoint} />
          {may(operator, 'help') && (
            <EndpointActions endpoint={endpoint} after={after} canChange={canChange} onDone={done} />
          )}
        </section>
      ))}
      <PageLinks
        label="Pages of endpoints"
        first={after ? path : null}
        next={hasMore && last ? `${path}?after=${last.id}` : null}
      />
      <section className="desk-card">
        <Keys keys={values.keys} after={after} canChange={canChange} onDone={done} />
      </section>
    </DeskLayout>
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

function sayWaiting({ accountsWaiting, hasMoreWaiting }: EndpointRow): string {
  return hasMoreWaiting ? `More than ${accountsWaiting}` : String(accountsWaiting)
}

const stateLabels: Record<EndpointRow['state'], string> = {
  active: 'Active',
  failing: 'Failing',
  disabled: 'Disabled',
}

function State({ state }: Pick<EndpointRow, 'state'>) {
  return <span className={`desk-tag ${state === 'active' ? 'is-good' : 'is-bad'}`}>{stateLabels[state]}</span>
}

type KeysProps = { keys: readonly KeyRow[]; after: number; canChange: boolean; onDone: Done<FeedValues> }

function Keys({ keys, after, canChange, onDone }: KeysProps) {
  return (
    <DeskTable
      caption="Keys that read the feed"
      stacks
      rows={keys}
      keyOf={({ name }) => name}
      empty="No key reads the feed."
      columns={[
        { title: 'Name', isHead: true, cell: ({ name }) => name },
        { title: 'Made', cell: ({ createdAt }) => formatUtcMoment(createdAt) },
        {
          title: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? formatUtcMoment(lastUsedAt) : 'Never'),
        },
        ...(canChange
          ? [
              {
                title: 'Options',
                cell: ({ name }: KeyRow) => (
                  <ReasonDialog
                    call={removeFeedKey}
                    bodyOf={({ reason }) => ({ name, reason, after: String(after) })}
                    verb="Remove"
                    label={`Remove the key ${name}`}
                    title={`Remove the key ${name}?`}
                    onDone={onDone}
                  >
                    <p>It stops working at once.</p>
                  </ReasonDialog>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

type AddProps = { after: number; onDone: Done<FeedValues> }

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
