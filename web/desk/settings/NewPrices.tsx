import { centsIn } from '#contract/catalogue/dollars.ts'
import { type ItemKey, itemKeys } from '#contract/catalogue/plan.ts'
import { setPrices } from '#contract/desk/settings/prices/calls.ts'
import { effectFrom, priceOf } from '#contract/desk/settings/prices/fields.ts'
import { changesBetween, priceListAt, writeSeen } from '#contract/desk/settings/prices/price-list-at.ts'
import type { ListOfPrices, PricesValues } from '#contract/desk/settings/prices/values.ts'
import { configOf, type FieldConfig } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import type { FormHandle } from '#web/form/use-form.ts'
import { ReasonForm } from '../ReasonForm.tsx'
import type { Done } from '../use-outcome.ts'
import { ChangesTable } from './ChangesTable.tsx'

type Name = ItemKey | 'from'
type NewPricesProps = { values: PricesValues; now: string; onDone: Done<PricesValues> }

/** Shows what changes, against the list that would apply then, before it is set. */
export function NewPrices({ values, now, onDone }: NewPricesProps) {
  const fields = Object.fromEntries([
    ['from', configOf(effectFrom)],
    ...itemKeys.map((item) => [item, configOf(priceOf(item))]),
  ]) as Record<Name, FieldConfig>
  const listAt = (from: string) => priceListAt(values, momentOf(from, now))
  return (
    <section className="desk-card" aria-labelledby="new-prices">
      <h3 id="new-prices">Set prices</h3>
      <p className="hint">Enter dollars, like 95 or 95.50. Prices that you leave empty stay as they are.</p>
      <ReasonForm<typeof setPrices, Name>
        call={setPrices}
        bodyOf={(form) => ({ ...form, seen: writeSeen(listAt(form.from)) })}
        fields={fields}
        ask={(form) => (
          <>
            <TextField
              field={form.field('from')}
              type="datetime-local"
              hint="Leave it empty for prices that apply at once."
            />
            <div className="settings-prices">
              {itemKeys.map((item) => (
                <TextField key={item} field={form.field(item)} inputMode="text" />
              ))}
            </div>
            <Preview form={form} listAt={listAt} coming={values.coming} now={now} />
          </>
        )}
        verb="Set these prices"
        onDone={onDone}
      />
    </section>
  )
}

type PreviewProps = {
  form: FormHandle<Name | 'reason'>
  listAt: (from: string) => ListOfPrices
  coming: PricesValues['coming']
  now: string
}

function Preview({ form: { values }, listAt, coming, now }: PreviewProps) {
  const after: Partial<Record<ItemKey, number>> = {}
  for (const item of itemKeys) {
    const cents = centsIn(values[item])
    if (cents !== undefined) after[item] = cents
  }
  const isFollowed = coming.some(({ from }) => from > momentOf(values.from, now))
  return (
    <div role="status">
      <ChangesTable
        caption="What changes"
        changes={changesBetween(listAt(values.from), after)}
        empty="So far, no price changes."
      />
      {isFollowed && <p className="hint">A later list is planned. It is not changed by this one.</p>}
    </div>
  )
}

/** The form takes the time in UTC, without its zone. */
function momentOf(from: string, now: string): string {
  return from === '' ? now : `${from.slice(0, 16)}:00.000Z`
}
