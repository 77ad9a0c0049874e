import { LEAST_SEATS, MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { CountSelect } from './CountSelect.tsx'
import { Pick } from './Pick.tsx'
import type { PlanPartProps } from './plan-part.ts'

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
