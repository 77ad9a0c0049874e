import { CountSelect } from './CountSelect.tsx'
import { Pick } from './Pick.tsx'
import type { PlanPartProps } from './plan-part.ts'

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
