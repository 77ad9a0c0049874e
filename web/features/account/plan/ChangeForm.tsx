import { useState } from 'react'
import type { CountedItem } from '#contract/accounts/account-values.ts'
import { givenOf } from '#contract/catalogue/items.ts'
import { formatPrice } from '#contract/catalogue/money.ts'
import {
  emptyPlan,
  type ItemKey,
  items,
  LEAST_SEATS,
  MOST_LICENCES,
  plannableKeys,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import { previewChange } from '#contract/catalogue/plan-change.ts'
import type { PageProps } from '#contract/page-values.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PlanPageBar, Preview } from './Preview.tsx'

type ChangeFormProps = {
  values: PageProps<'plan'>['values']
  month: NonNullable<PageProps<'plan'>['values']['month']>
  /** Brings the values up to date; what was chosen stays. */
  renew: () => Promise<boolean>
}

/** The plan editor. Every step is priced by the same function as on the server. */
export function ChangeForm({ values, month, renew }: ChangeFormProps) {
  const { prices, money } = values
  const { lines } = values.plan
  const isHydrated = useHydrated()
  const held = lines.map(({ key, quantity, unitPrice, given = 0 }) => ({ key, quantity, unitPrice, given }))
  const [wanted, setWanted] = useState(() => quantitiesOf(money.change?.lines ?? lines))
  const preview = previewChange({ held, wanted, prices, month, today: month.today })
  const had = new Map(lines.map((line) => [line.key, line]))
  const offered: ItemKey[] = had.has('callme') ? [...plannableKeys, 'callme'] : plannableKeys
  const set = (key: ItemKey, quantity: number) => setWanted({ ...wanted, [key]: quantity })

  return (
    <>
      <PlanPageBar preview={preview} values={values} month={month} />
      <div className="tiles">
        <section className="tile" aria-labelledby="change">
          <h2 id="change">Change your plan</h2>
          <div className="picks">
            {offered.map((key) => {
              const { label, kind, priceKey } = items[key]
              const line = had.get(key)
              const isGiven = line !== undefined && wanted[key] > 0 && wanted[key] <= givenOf(line)
              const isBought = line !== undefined && wanted[key] <= line.quantity && line.unitPrice > 0
              const unitPrice = isBought ? line.unitPrice : prices[priceKey]
              return (
                <div key={key} className={wanted[key] > 0 ? 'pick on' : 'pick'}>
                  {kind === 'licence' ? <span>{label}</span> : <label htmlFor={`has-${key}`}>{label}</label>}
                  {kind === 'licence' ? (
                    <Stepper
                      what={label}
                      least={key === 'lead' ? LEAST_SEATS : 0}
                      most={MOST_LICENCES}
                      quantity={wanted[key]}
                      onChange={(quantity) => set(key, quantity)}
                    />
                  ) : (
                    <input
                      id={`has-${key}`}
                      type="checkbox"
                      checked={wanted[key] > 0}
                      disabled={!isHydrated}
                      onChange={(event) => set(key, event.target.checked ? 1 : 0)}
                    />
                  )}
                  <span className="price">{isGiven ? 'Free' : `${formatPrice(unitPrice)} / mo`}</span>
                </div>
              )
            })}
          </div>
        </section>
        <Preview preview={preview} wanted={wanted} values={values} month={month} renew={renew} />
      </div>
    </>
  )
}

function quantitiesOf(lines: readonly CountedItem[]): Quantities {
  const quantities = emptyPlan()
  for (const { key, quantity } of lines) quantities[key] = quantity
  return quantities
}

type StepperProps = {
  what: string
  least: number
  most: number
  quantity: number
  onChange: (quantity: number) => void
}

/**
 * A quantity with two buttons; screen readers announce each new number. At its end a button stays focusable: disabled, it
 * would lose the focus of whoever has just pressed it.
 */
function Stepper({ what, least, most, quantity, onChange }: StepperProps) {
  const isHydrated = useHydrated()
  return (
    <fieldset className="stepper">
      <legend className="unseen">{what}</legend>
      <button
        type="button"
        aria-label={`One less: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity <= least}
        onClick={() => quantity > least && onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-label={what}>{quantity}</output>
      <button
        type="button"
        aria-label={`One more: ${what}`}
        disabled={!isHydrated}
        aria-disabled={quantity >= most}
        onClick={() => quantity < most && onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
