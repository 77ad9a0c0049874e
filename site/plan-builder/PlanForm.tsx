import { LEAST_SEATS, type PriceList } from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { LicenceCard } from './LicenceCard.tsx'
import { licences, services } from './offers.ts'
import { companions, planOf } from './plan.ts'
import { ServiceCard } from './ServiceCard.tsx'
import type { PlanInHand } from './use-plan.ts'

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
