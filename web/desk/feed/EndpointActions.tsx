import { removeEndpoint, replayEndpoint, resumeEndpoint, rotateEndpoint } from '#contract/desk/feed/calls.ts'
import { formerLasts, replayFrom } from '#contract/desk/feed/fields.ts'
import type { EndpointRow, FeedValues } from '#contract/desk/feed/values.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { Done } from '../use-outcome.ts'

type ActionsProps = { endpoint: EndpointRow; after: number; canChange: boolean; onDone: Done<FeedValues> }

export function EndpointActions({ endpoint: { id }, after: place, canChange, onDone }: ActionsProps) {
  const after = String(place)
  return (
    <div className="desk-toolbar">
      <ReasonDialog
        call={resumeEndpoint}
        bodyOf={({ reason }) => ({ endpoint_id: id, reason, after })}
        verb="Try again"
        label={`Try again: endpoint ${id}`}
        title={`Try endpoint ${id} again?`}
        onDone={onDone}
      >
        <p>It is tried at once, and goes on from where it stopped.</p>
      </ReasonDialog>
      {canChange && (
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

type ActionProps = { id: number; after: string; onDone: Done<FeedValues> }

function Rotate({ id, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={rotateEndpoint}
      bodyOf={({ former_lasts_hours, reason }) => ({ endpoint_id: id, former_lasts_hours, reason, after })}
      fields={{ former_lasts_hours: configOf(formerLasts, { value: '24' }) }}
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
