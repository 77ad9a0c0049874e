import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { centsIn } from '#contract/catalogue/dollars.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type ItemKey, itemKeys, items } from '#contract/catalogue/plan.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import {
  changesBetween,
  effectFrom,
  type ListOfPrices,
  type PriceChange,
  type PricesValues,
  priceListAt,
  priceOf,
  removePrices,
  setPrices,
  writeSeen,
} from '#contract/desk/settings.ts'
import { configOf, type FieldConfig } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import type { FormHandle } from '#web/form/use-form.ts'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { ReasonDialog, ReasonForm } from '../ReasonDialog.tsx'
import { mayChange, SettingsSection } from './SettingsSection.tsx'

type PricesProps = { initial: PricesValues; operator: ShownOperator | null; now: string }

export function Prices({ initial, operator, now }: PricesProps) {
  const { values, outcome, done } = useOutcome(initial)
  const canChange = mayChange(operator, 'prices')
  return (
    <SettingsSection name="prices" operator={operator} outcome={outcome}>
      <div className="desk-columns">
        <section className="desk-card">
          <DeskTable
            caption="Current prices"
            rows={itemKeys}
            keyOf={(item) => item}
            empty="There are no prices."
            columns={[
              { title: 'Item', isHead: true, cell: (item) => items[item].label },
              {
                title: 'A month',
                isAmount: true,
                cell: (item) => formatAmount(values.current[item] ?? 0),
              },
            ]}
          />
        </section>
        <div className="settings-column">
          <section className="desk-card" aria-labelledby="coming">
            <h3 id="coming">Coming prices</h3>
            {values.coming.length === 0 && <p className="desk-empty">No other prices are planned.</p>}
            {values.coming.map((list, index) => (
              <Coming
                key={list.from}
                list={list}
                before={values.coming[index - 1]?.prices ?? values.current}
                canRemove={canChange}
                onDone={done}
              />
            ))}
          </section>
          {canChange && <NewPrices key={outcome?.count} values={values} now={now} onDone={done} />}
        </div>
      </div>
    </SettingsSection>
  )
}

type ComingProps = {
  list: PricesValues['coming'][number]
  before: ListOfPrices
  canRemove: boolean
  onDone: TakeAnswer<PricesValues>
}

function Coming({ list: { from, prices }, before, canRemove, onDone }: ComingProps) {
  const when = formatUtcMoment(from)
  return (
    <div className="stack">
      <ChangesTable
        caption={`From ${when}`}
        changes={changesBetween(before, prices)}
        empty={`From ${when}: the same prices as before.`}
      />
      {canRemove && (
        <div className="desk-toolbar">
          <ReasonDialog
            call={removePrices}
            bodyOf={({ reason }) => ({ from, reason })}
            verb="Remove"
            label={`Remove the list from ${when}`}
            title={`Remove the list from ${when}?`}
            onDone={onDone}
          >
            <p>The prices before it go on. Later lists are not changed.</p>
          </ReasonDialog>
        </div>
      )}
    </div>
  )
}

type ChangesTableProps = { caption: string; changes: readonly PriceChange[]; empty: string }

function ChangesTable({ caption, changes, empty }: ChangesTableProps) {
  return (
    <DeskTable
      caption={caption}
      rows={changes}
      keyOf={({ item }) => item}
      empty={empty}
      columns={[
        { title: 'Item', isHead: true, cell: ({ item }) => items[item].label },
        { title: 'Before', isAmount: true, cell: ({ before }) => formatAmount(before) },
        { title: 'After', isAmount: true, cell: ({ after }) => formatAmount(after) },
      ]}
    />
  )
}

type Name = ItemKey | 'from'
type NewPricesProps = { values: PricesValues; now: string; onDone: TakeAnswer<PricesValues> }

/** Previews the changes against the list that would apply then, before it is set. */
function NewPrices({ values, now, onDone }: NewPricesProps) {
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

/** The form takes the time in UTC, without its zone. */
function momentOf(from: string, now: string): string {
  return from === '' ? now : `${from.slice(0, 16)}:00.000Z`
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
