import { type ReactNode, useId } from 'react'
import { EXPIRED_DATA_RADIUS_MILES, SKIP_TRACER_EXPORTS_PER_MONTH } from '#contract/catalogue/markets.ts'
import { type ItemKey, items, LEAST_SEATS, MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { type Choices, isOffered, type Offer } from '#contract/features/sign-up/legacy-choices.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import { ChoiceCards } from './AccountStep.tsx'
import { AREAS } from './NoticeDialog.tsx'

/** The props and events of each part of step three. */
export type PlanPartProps = {
  choices: Choices
  priceOf: (item: ItemKey) => string
  errors: FieldErrors
  onPick: (item: ItemKey, quantity: number) => void
}

/** Who can sign in: a single login, an owner with others, or a number of licenses. */
export function Seats({ choices, priceOf, errors, onPick }: PlanPartProps) {
  const { accountType, stepThree, quantities } = choices
  const price = `${priceOf('lead')} / mo`
  const error = errors.hosted_lead_management_count?.join(' ')
  if (accountType === 'single_user') {
    return (
      <Pick
        title="Hosted lead access"
        text="One login with CRM, included in every plan"
        price={price}
        checked
        isFixed
        error={error}
      />
    )
  }
  if (stepThree === 'licences') {
    return (
      <CountSelect
        label="CRM licenses"
        hint={`${price} each. Each agent on the account needs one.`}
        least={LEAST_SEATS}
        quantity={quantities.lead}
        error={error}
        onChange={(quantity) => onPick('lead', quantity)}
      />
    )
  }
  return (
    <>
      <Pick title="Owner CRM access" text="Your own login" price={price} checked isFixed />
      <CountSelect
        label="Additional user access"
        hint={`${price} for each user. Each agent on the account needs one.`}
        most={MOST_LICENCES - LEAST_SEATS}
        quantity={quantities.lead - LEAST_SEATS}
        error={error}
        onChange={(quantity) => onPick('lead', quantity + LEAST_SEATS)}
      />
    </>
  )
}

type PickProps = {
  title: string
  text: ReactNode
  price: string
  checked: boolean
  /** Part of every plan: always selected. */
  isFixed?: boolean
  error?: string | undefined
  onChange?: (isChosen: boolean) => void
}

/** An item that is on or off, with its monthly price. */
function Pick({ title, text, price, checked, isFixed = false, error, onChange }: PickProps) {
  return (
    <label className={error ? 'pick bad' : 'pick'}>
      <span>
        <b>{title}</b>
        <span className="hint">{text}</span>
        {error && <span className="err">{error}</span>}
      </span>
      <input
        type="checkbox"
        checked={checked}
        disabled={isFixed}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span className="price">{price}</span>
    </label>
  )
}

const dialers = [
  { value: 'single', title: 'Single Line Dialer', text: 'Up to 85 calls per hour' },
  { value: 'triple', title: 'Triple Line Dialer', text: 'Up to 300 calls per hour' },
] as const

/** A single user picks one of two; several users choose quantities. */
export function Dialers({ choices, priceOf, errors, onPick }: PlanPartProps) {
  const { accountType, quantities } = choices
  if (accountType === 'single_user') {
    return (
      <ChoiceCards
        legend="Power dialer"
        name="dialer"
        cards={dialers.map((card) => ({ ...card, price: `${priceOf(card.value)} / mo` }))}
        chosen={dialers.find(({ value }) => quantities[value] > 0)?.value}
        onChoose={(dialer) => onPick(dialer, 1)}
      />
    )
  }
  const error = [
    ...(errors.single_line_power_dialer_count ?? []),
    ...(errors.triple_line_power_dialer_count ?? []),
  ].join(' ')
  return (
    <>
      <h2>Power dialers</h2>
      <div className="row">
        {dialers.map(({ value, title, text }) => (
          <CountSelect
            key={value}
            label={`${title}s`}
            hint={`${priceOf(value)} / mo each. ${text}.`}
            quantity={quantities[value]}
            error={value === 'single' ? error : undefined}
            onChange={(quantity) => onPick(value, quantity)}
          />
        ))}
      </div>
    </>
  )
}

const addOns = [
  {
    item: 'callrecording',
    field: 'call_recording_feature_count',
    title: 'Call recording',
    text: 'One per dialing agent',
  },
  {
    item: 'callme',
    field: 'call_me_feature_count',
    title: 'Call me',
    text: 'One per agent who uses it',
  },
] as const

/** Add-ons of a dialer: checkboxes for a single user, quantities for several. */
export function AddOns({ choices, priceOf, errors, onPick }: PlanPartProps) {
  const isSingle = choices.accountType === 'single_user'
  return (
    <>
      <h2>Add-ons</h2>
      <div className={isSingle ? 'picks' : 'row'}>
        {addOns.map(({ item, field, title, text }) =>
          isSingle ? (
            <Pick
              key={item}
              title={title}
              text={text}
              price={`${priceOf(item)} / mo`}
              checked={choices.quantities[item] > 0}
              error={errors[field]?.join(' ')}
              onChange={(isChosen) => onPick(item, isChosen ? 1 : 0)}
            />
          ) : (
            <CountSelect
              key={item}
              label={`${title} licenses`}
              hint={`${priceOf(item)} / mo each. ${text}.`}
              quantity={choices.quantities[item]}
              error={errors[field]?.join(' ')}
              onChange={(quantity) => onPick(item, quantity)}
            />
          ),
        )}
      </div>
    </>
  )
}

/** Checkboxes with prices, and notes about data. */
export function DataServices({ choices, offer, priceOf, errors, onPick }: PlanPartProps & { offer: Offer }) {
  const offered = dataServices.filter(({ item }) => isOffered(choices, item, offer))
  return (
    <>
      <fieldset className="group picks">
        <legend>
          <h2>Data services</h2>
        </legend>
        {offered.map(({ item, title, text }) => (
          <Pick
            key={item}
            title={title}
            text={text}
            price={`${priceOf(item)} / mo`}
            checked={choices.quantities[item] > 0}
            error={errors[items[item].field]?.join(' ')}
            onChange={(isChosen) => onPick(item, isChosen ? 1 : 0)}
          />
        ))}
      </fieldset>
      <div className="notes">
        <p>
          <b>Do Not Call.</b> Scrubbing against the national Do Not Call list is complimentary.
        </p>
        <p>
          <b>Exports.</b> Some data has export limits.
        </p>
        <p>
          <b>Expired data.</b>{' '}
          {`It is sold by ${EXPIRED_DATA_RADIUS_MILES}-mile radius, and is not available in every MLS.`}
        </p>
        <p>
          <b>Coverage.</b>{' '}
          {`Skip tracer, neighborhood search and pre-foreclosure data have no coverage in ${AREAS}.`}
        </p>
      </div>
    </>
  )
}

/** The data services offered in step three. */
const dataServices: { item: ItemKey; title: string; text: string }[] = [
  {
    item: 'neighborhood-search',
    title: 'Neighborhood search',
    text: 'The people around an address you choose',
  },
  { item: 'expired-leads', title: 'Expired / off-market data', text: 'Per MLS' },
  { item: 'fsbo', title: 'For sale by owner leads', text: 'Per county' },
  { item: 'frbo', title: 'For rent by owner leads', text: 'Per county' },
  {
    item: 'skip-tracer',
    title: 'Skip tracer',
    text: `Unlimited use. Exports are limited to ${SKIP_TRACER_EXPORTS_PER_MONTH} records per calendar month`,
  },
  { item: 'pre-foreclosures', title: 'Pre-foreclosure data', text: 'Per county' },
]

type CountSelectProps = {
  label: string
  hint: string
  least?: number
  most?: number
  quantity: number
  error?: string | undefined
  onChange: (quantity: number) => void
}

/** A quantity. It shows the value after the rules were applied, not the raw selection. */
export function CountSelect({ label, hint, least = 0, most = MOST_LICENCES, ...props }: CountSelectProps) {
  const { quantity, error, onChange } = props
  const id = useId()
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        autoComplete="off"
        value={quantity}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {error && (
        <span className="err" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
