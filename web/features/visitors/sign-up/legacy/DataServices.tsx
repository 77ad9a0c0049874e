import { EXPIRED_DATA_RADIUS_MILES } from '#contract/catalogue/markets.ts'
import { items } from '#contract/catalogue/plan.ts'
import { isOffered, type Offer } from '#contract/features/sign-up/legacy-choices.ts'
import { dataServices } from './data-services.ts'
import { AREAS } from './NoticeDialog.tsx'
import { Pick } from './Pick.tsx'
import type { PlanPartProps } from './plan-part.ts'

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
