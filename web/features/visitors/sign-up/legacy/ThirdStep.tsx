import { useEffect, useRef, useState } from 'react'
import { cheapestMix } from '#contract/catalogue/cheapest-mix.ts'
import { regionLabel } from '#contract/catalogue/countries.ts'
import { formatPrice } from '#contract/catalogue/money.ts'
import {
  type ItemKey,
  items,
  LEAST_SEATS,
  type PlanLine,
  type PriceList,
  type Quantities,
  totalOf,
} from '#contract/catalogue/plan.ts'
import {
  type Choices,
  hasData,
  hasDialers,
  type Offer,
  pathOfStep,
} from '#contract/features/sign-up/legacy-choices.ts'
import { packages } from '#contract/features/sign-up/options.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AddOns, CountSelect, DataServices, Dialers, type PlanPartProps, Seats } from './PlanParts.tsx'

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
  const element = useRef<HTMLDivElement>(null)
  const messages = Object.entries(errors).map(([name, text]) => {
    const before = name === 'market_state' ? regionLabel(country) : labelsBefore[name]
    return before ? `${before}: ${text.join(' ')}` : text.join(' ')
  })
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1}>
      <GeneralErrors messages={[...new Set(messages)]} />
    </div>
  )
}

const labelsBefore: Record<string, string> = {
  industry: 'Industry',
  market_country: 'Country',
  mls: 'MLS',
}

type LicenceHelpProps = { prices: PriceList; agents: number; onUse: (mix: MixCounts) => void }
export type MixCounts = Pick<Quantities, 'lead' | 'single' | 'triple'>

/** Suggests the cheapest mix of licenses for a number of people. */
function LicenceHelp({ prices, agents: seats, onUse }: LicenceHelpProps) {
  const [chosenAgents, setAgents] = useState<number>()
  const [chosenDialing, setDialing] = useState(1)
  const agents = chosenAgents ?? seats
  const dialing = Math.min(chosenDialing, agents)
  const { lead, single, triple } = cheapestMix(agents, dialing, prices).quantities
  return (
    <details className="sign-up-help">
      <summary>How many do I need?</summary>
      <div className="part">
        <p className="hint">
          Dialing licenses can be shared between agents who do not dial at the same time.
        </p>
        <div className="row">
          <CountSelect
            label="How many agents?"
            hint="Everyone who signs in"
            least={LEAST_SEATS}
            quantity={agents}
            onChange={setAgents}
          />
          <CountSelect
            label="How many dialing at once?"
            hint="At the busiest time"
            least={1}
            most={agents}
            quantity={dialing}
            onChange={setDialing}
          />
        </div>
        <p role="status">{messageOf(agents, dialing, prices)}</p>
        <Button look="ghost" onClick={() => onUse({ lead, single, triple })}>
          Use this mix
        </Button>
      </div>
    </details>
  )
}

/** The cheapest mix in one line; also shown next to the error about too many dialers. */
export function messageOf(agents: number, dialing: number, prices: PriceList): string {
  const { quantities, total } = cheapestMix(agents, dialing, prices)
  const kind = quantities.single > 0 ? 'single line' : 'triple line'
  return `Cheapest for ${counted(agents, 'agent')} with ${dialing} dialing at once: ${counted(quantities.lead, 'CRM license')} and ${counted(dialing, `${kind} dialer`)}, ${formatPrice(total)} / mo.`
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
