import { useState } from 'react'
import type { Everyone } from '#contract/accounts/factors.ts'
import {
  demandSecondFactor,
  GRACE_DAYS,
  graceDays,
  withdrawFactorDemand,
} from '#contract/features/second-factor-demand.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'

const PASSKEYS = 'A passkey counts, too.'

type DemandTileProps = {
  everyone: Everyone
  /** Only someone who has a factor can require it of others. */
  hasOwn: boolean
  onChange: (everyone: Everyone) => void
}

/** For the owner: everyone in the account must have a second factor. */
export function DemandTile({ everyone, hasOwn, onChange }: DemandTileProps) {
  const { demand } = everyone
  const heading = useFocusOnChange(demand !== null)
  return (
    <section className="tile whole unprinted" aria-labelledby="demand">
      <h2 id="demand" ref={heading} tabIndex={-1}>
        For everyone in the account
      </h2>
      <p>{describeDemand(demand)}</p>
      <p className="hint">{describePeople(everyone)}</p>
      {hasOwn || demand ? (
        <DemandForm demand={demand} canDemand={hasOwn} onChange={onChange} />
      ) : (
        <p>Turn it on for yourself before you require it of others.</p>
      )}
    </section>
  )
}

type DemandFormProps = Pick<DemandTileProps, 'onChange'> & { demand: Everyone['demand']; canDemand: boolean }

function DemandForm({ demand, canDemand, onChange }: DemandFormProps) {
  const [news, setNews] = useState('')
  const form = useForm({
    fields: { grace_days: configOf(graceDays, { value: demand?.grace_days ?? GRACE_DAYS }) },
    needsScript: true,
  })

  function require(chosen: { grace_days: string }) {
    setNews('')
    return makeCall(demandSecondFactor, chosen, {
      onAnswer: ({ data }) => {
        onChange(data)
        setNews(
          data.without_factor === 0
            ? 'Two-step verification is now required. Everyone has it already.'
            : 'Two-step verification is now required. We emailed everyone who does not have it yet.',
        )
      },
      onErrors: form.serverErrors,
    })
  }

  function withdraw() {
    setNews('')
    return makeCall(
      withdrawFactorDemand,
      {},
      {
        onAnswer: ({ data }) => {
          onChange(data)
          setNews('Two-step verification is no longer required. Everyone who has it keeps it.')
        },
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Form form={form} label="For everyone in the account" onSubmit={require}>
      <div role="status">{news && <div className="banner ok">{news}</div>}</div>
      {canDemand && (
        <SelectField
          field={form.field('grace_days')}
          hint="Counted from now, and for people who join later from the day they join. After that, they must set it up before they can do anything else."
        />
      )}
      <div className="cluster">
        {canDemand && <SubmitButton form={form}>{demand ? 'Change' : 'Require it'}</SubmitButton>}
        {demand && (
          <Button
            look="ghost"
            disabled={!form.isHydrated}
            busy={form.isBusy}
            onClick={() => void form.run(withdraw)}
          >
            Stop requiring it
          </Button>
        )}
      </div>
    </Form>
  )
}

function describeDemand(demand: Everyone['demand']): string {
  if (!demand) return 'People decide for themselves whether they use two-step verification.'
  if (demand.is_over) return 'Required. People without it set it up at their next sign-in.'
  return `Required. Everyone has until ${demand.ends_at} to set it up.`
}

function describePeople({ people, without_factor }: Everyone): string {
  if (without_factor === 0)
    return people === 1 ? 'You are the only person here.' : `Everyone here has it. ${PASSKEYS}`
  const missing = without_factor === 1 ? '1 person does' : `${without_factor} people do`
  return `Of ${people === 1 ? '1 person' : `${people} people`} here, ${missing} not have it yet. The People page shows who. ${PASSKEYS}`
}
