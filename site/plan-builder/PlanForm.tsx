import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatPrice } from '#contract/catalogue/money.ts'
import {
  items,
  LEAST_SEATS,
  MOST_LICENCES,
  type PriceList,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { licences, type Offer, services } from './offers.ts'
import { companions, planOf } from './plan.ts'

export const PLAN_FORM_ID = 'plan'

type PlanFormProps = { query: Query; prices: PriceList; plan: PlanInHand }

/** Everything that can be bought. Without JavaScript it submits to the sign-up page as a plain form. */
export function PlanForm({ query, prices, plan }: PlanFormProps) {
  const start = planOf(query)
  const { form, quantities, read } = plan
  return (
    <form
      id={PLAN_FORM_ID}
      ref={form}
      className="site-builder"
      action="/sign-up/"
      method="get"
      onChange={read}
    >
      {licences.map((offer) => (
        <LicenceCard
          key={offer.key}
          offer={offer}
          prices={prices}
          least={offer.key === 'lead' ? LEAST_SEATS : 0}
          start={start[offer.key]}
          quantity={quantities[offer.key]}
          onStep={read}
        />
      ))}
      <h2>Data services</h2>
      <p className="hint">
        Fresh reasons to call, each checked against the national Do Not Call registry at no charge.
      </p>
      {services.map((offer) => (
        <ServiceCard key={offer.key} offer={offer} prices={prices} start={start[offer.key] > 0} />
      ))}
      <p className="hint">
        Skip tracer, neighborhood search and pre-foreclosures do not cover Canada, South Carolina, Montana,
        Idaho and Kansas. Expired leads are not available in every MLS.
      </p>
      {Object.entries(companions).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}

type LicenceCardProps = {
  offer: Offer
  prices: PriceList
  least: number
  start: number
  quantity: number
  onStep: () => void
}

function LicenceCard({ offer, prices, least, start, quantity, onStep }: LicenceCardProps) {
  const { key, name, pitch } = offer
  const id = `count-${key}`
  const pitchId = `about-${key}`
  return (
    <div className={quantity > 0 ? 'pick on' : 'pick'}>
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={pitchId}>{pitch}</p>
      </div>
      <Stepper
        id={id}
        name={key}
        what={name}
        describedBy={pitchId}
        least={least}
        start={start}
        quantity={quantity}
        onStep={onStep}
      />
      <span className="price">{`${formatPrice(prices[items[key].priceKey])} / mo`}</span>
    </div>
  )
}

type ServiceCardProps = { offer: Offer; prices: PriceList; start: boolean }

/**
 * A service is on or off. The card's selected look follows its checkbox in CSS, so it works without
 * JavaScript.
 */
function ServiceCard({ offer, prices, start }: ServiceCardProps) {
  const { key, name, pitch } = offer
  const id = `has-${key}`
  const pitchId = `about-${key}`
  return (
    <div className="pick">
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={pitchId}>{pitch}</p>
      </div>
      <input id={id} type="checkbox" name={key} value="1" defaultChecked={start} aria-describedby={pitchId} />
      <span className="price">{`${formatPrice(prices[items[key].priceKey])} / mo`}</span>
    </div>
  )
}

type StepperProps = {
  id: string
  name: string
  /** What is counted, for screen readers. */
  what: string
  describedBy: string
  least: number
  start: number
  quantity: number
  onStep: () => void
}

/** A number field with two buttons. Without JavaScript only the number field is shown. */
function Stepper({ id, name, what, describedBy, least, start, quantity, onStep }: StepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  function step(direction: 1 | -1) {
    if (direction === 1) input.current?.stepUp()
    else input.current?.stepDown()
    onStep()
  }

  /** Corrects an impossible quantity when the field loses focus. */
  function settle() {
    if (input.current) input.current.value = String(quantity)
  }

  return (
    <span className="stepper">
      <button
        type="button"
        aria-label={`One less: ${what}`}
        aria-disabled={quantity <= least || undefined}
        disabled={!isHydrated}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        ref={input}
        id={id}
        type="number"
        inputMode="numeric"
        name={name}
        min={least}
        max={MOST_LICENCES}
        step={1}
        defaultValue={start}
        aria-describedby={describedBy}
        onBlur={settle}
      />
      <button
        type="button"
        aria-label={`One more: ${what}`}
        aria-disabled={quantity >= MOST_LICENCES || undefined}
        disabled={!isHydrated}
        onClick={() => step(1)}
      >
        +
      </button>
    </span>
  )
}

export type PlanInHand = {
  form: RefObject<HTMLFormElement | null>
  quantities: Quantities
  /** Reads the form again, which is the only state of the plan. */
  read: () => void
}

/** The fields are uncontrolled, so that choices made before hydration count. */
export function usePlan(query: Query): PlanInHand {
  const form = useRef<HTMLFormElement>(null)
  const [quantities, setQuantities] = useState(() => planOf(query))

  function read() {
    if (form.current) setQuantities(planOf(chosenIn(form.current)))
  }

  useEffect(() => {
    if (form.current) setQuantities(planOf(chosenIn(form.current)))
  }, [])

  return { form, quantities, read }
}

function chosenIn(form: HTMLFormElement): Query {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
