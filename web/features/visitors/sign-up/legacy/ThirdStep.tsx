import { useEffect, useRef } from 'react'
import { regionLabel } from '#contract/catalogue/countries.ts'
import { formatPrice } from '#contract/catalogue/money.ts'
import { type ItemKey, items, type PlanLine, type PriceList, totalOf } from '#contract/catalogue/plan.ts'
import { packages } from '#contract/features/sign-up/fields.ts'
import {
  type Choices,
  hasData,
  hasDialers,
  type Offer,
  pathOfStep,
} from '#contract/features/sign-up/legacy-choices.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LicenceHelp, type MixCounts } from './CountSelect.tsx'
import { AddOns, DataServices, Dialers, type PlanPartProps, Seats } from './PlanParts.tsx'

type ThirdStepProps = {
  choices: Choices
  offer: Offer
  prices: PriceList
  lines: readonly PlanLine[]
  /** The server's errors about the plan, by field. */
  errors: FieldErrors
  onPick: PlanPartProps['onPick']
  onMix: (mix: MixCounts) => void
  onSwitch: () => void
  onPrevious: () => void
  onNext: () => void
}

/** Step three in both variants: seats, dialers, add-ons, data and the total. */
export function ThirdStep({ choices, offer, prices, lines, errors, onPick, ...props }: ThirdStepProps) {
  const { accountType, dataAndDialerChoice, stepThree, quantities } = choices
  const isMulti = accountType === 'multi_user'
  const isLicences = stepThree === 'licences'
  const part = {
    choices,
    errors,
    onPick,
    priceOf: (item: ItemKey) => formatPrice(prices[items[item].priceKey]),
  }
  return (
    <>
      <h1 tabIndex={-1}>
        {isMulti ? 'Multi User' : 'Single User'} <small>{packages[dataAndDialerChoice]}</small>
      </h1>
      <p className="lede">
        {`Choose your ${thingsToChoose(choices)}.`}{' '}
        <a
          href={pathOfStep(isLicences ? 'step-3' : 'licences')}
          onClick={(event) => {
            event.preventDefault()
            props.onSwitch()
          }}
        >
          {isLicences ? 'Back to the simple choices' : `Choose ${formatList(licencesOf(choices))} instead`}
        </a>
      </p>
      <form
        className="form"
        method="post"
        noValidate
        aria-label={packages[dataAndDialerChoice]}
        onSubmit={(event) => {
          event.preventDefault()
          props.onNext()
        }}
      >
        {Object.keys(errors).length > 0 && (
          <PlanErrors errors={errors} country={choices.market.market_country} />
        )}
        <div className="part">
          <h2>Users</h2>
          <Seats {...part} />
        </div>
        {hasDialers(dataAndDialerChoice) && (
          <div className="part">
            <Dialers {...part} />
            {isLicences && isMulti && (
              <LicenceHelp prices={prices} agents={quantities.lead} onUse={props.onMix} />
            )}
          </div>
        )}
        {isLicences && hasDialers(dataAndDialerChoice) && (
          <div className="part">
            <AddOns {...part} />
          </div>
        )}
        {hasData(dataAndDialerChoice) && (
          <div className="part">
            <DataServices {...part} offer={offer} />
          </div>
        )}
        <div className="part">
          <div className="line sign-up-subtotal">
            <span>Subtotal</span>
            <output>{`${formatPrice(totalOf(lines))} / mo`}</output>
          </div>
          <div className="between">
            <Button look="ghost" onClick={props.onPrevious}>
              Previous
            </Button>
            <Button type="submit">Next</Button>
          </div>
        </div>
      </form>
    </>
  )
}

/** What this step asks for, limited to what the package includes. */
function thingsToChoose(choices: Choices): string {
  const { accountType, dataAndDialerChoice, stepThree } = choices
  const isMulti = accountType === 'multi_user'
  const dialers = hasDialers(dataAndDialerChoice) ? [isMulti ? 'dialers' : 'dialer'] : []
  const parts = stepThree === 'licences' ? licencesOf(choices) : [...(isMulti ? ['users'] : []), ...dialers]
  return formatList([...parts, ...(hasData(dataAndDialerChoice) ? ['data'] : [])])
}

/** Add-ons need a dialer. */
function licencesOf({ dataAndDialerChoice }: Choices): string[] {
  return hasDialers(dataAndDialerChoice) ? ['licenses', 'add-ons'] : ['licenses']
}

/** The server's errors, shown where the person is; some may concern an earlier step. */
function PlanErrors({ errors, country }: { errors: FieldErrors; country: string }) {
  const place = useRef<HTMLDivElement>(null)
  const said = Object.entries(errors).map(([name, text]) => {
    const before = name === 'market_state' ? regionLabel(country) : labelsBefore[name]
    return before ? `${before}: ${text.join(' ')}` : text.join(' ')
  })
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <GeneralErrors messages={[...new Set(said)]} />
    </div>
  )
}

const labelsBefore: Record<string, string> = {
  industry: 'Industry',
  market_country: 'Country',
  mls: 'MLS',
}
