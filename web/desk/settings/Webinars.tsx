import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { webinarSlots } from '#contract/calendar/webinar-hours.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import {
  clearSlot,
  overrideEnd,
  overrideSlot,
  type ShownSlot,
  slotShown,
  type WebinarsValues,
} from '#contract/desk/settings.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { mayChange, SettingsSection } from './SettingsSection.tsx'

type WebinarsProps = { initial: WebinarsValues; operator: ShownOperator | null }

export function Webinars({ initial, operator }: WebinarsProps) {
  const { values, outcome, done } = useOutcome(initial)
  return (
    <SettingsSection name="webinars" operator={operator} outcome={outcome}>
      <div className="desk-columns">
        {values.slots.map((slot) => (
          <Slot key={slot.slot} shown={slot} canChange={mayChange(operator, 'webinars')} onDone={done} />
        ))}
      </div>
    </SettingsSection>
  )
}

function Slot({
  shown,
  canChange,
  onDone,
}: {
  shown: ShownSlot
  canChange: boolean
  onDone: TakeAnswer<WebinarsValues>
}) {
  const { slot, isActive, isScheduled, nextStart, override } = shown
  const { title, times } = webinarSlots[slot]
  return (
    <section className="desk-card" aria-labelledby={slot}>
      <h3 id={slot}>{`${title} training`}</h3>
      <DeskFacts
        facts={{
          'Shown as': isActive ? (
            <span className="desk-tag is-good">Active</span>
          ) : (
            <span className="desk-tag">Offline</span>
          ),
          Schedule: `${times}, on workdays`,
          'By the schedule': isScheduled ? 'Active now' : 'Offline now',
          'Next start': formatUtcMoment(nextStart),
          Override: override
            ? `${override.isActive ? 'Active' : 'Offline'} ${override.until ? `until ${formatUtcMoment(override.until)}` : 'until it is removed'}`
            : 'None',
        }}
      />
      {canChange && (
        <div className="desk-toolbar">
          <Override slot={slot} title={title} onDone={onDone} />
          {override && (
            <ReasonDialog
              call={clearSlot}
              bodyOf={({ reason }) => ({ slot, reason })}
              verb="Remove the override"
              label={`Remove the override of the ${title.toLowerCase()} training`}
              title={`Let the ${title.toLowerCase()} training follow the schedule?`}
              onDone={onDone}
            >
              <p>{`By the schedule it is ${isScheduled ? 'active' : 'offline'} now.`}</p>
            </ReasonDialog>
          )}
        </div>
      )}
    </section>
  )
}

function Override({
  slot,
  title,
  onDone,
}: {
  slot: ShownSlot['slot']
  title: string
  onDone: TakeAnswer<WebinarsValues>
}) {
  return (
    <ReasonDialog
      call={overrideSlot}
      bodyOf={({ shown, until, reason }) => ({ slot, shown, until, reason })}
      fields={{ shown: configOf(slotShown), until: configOf(overrideEnd) }}
      ask={(form) => (
        <>
          <SelectField field={form.field('shown')} />
          <TextField
            field={form.field('until')}
            type="datetime-local"
            hint="Leave it empty to keep the override until somebody removes it."
          />
        </>
      )}
      verb="Override"
      opener="Override the schedule"
      label={`Override the schedule of the ${title.toLowerCase()} training`}
      title={`Override the ${title.toLowerCase()} training`}
      onDone={onDone}
    >
      <p>People see it at once on the page of the webinars.</p>
    </ReasonDialog>
  )
}
