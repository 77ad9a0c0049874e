import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { itemKeys, items } from '#contract/catalogue/plan.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { removePrices } from '#contract/desk/settings/prices/calls.ts'
import { changesBetween } from '#contract/desk/settings/prices/price-list-at.ts'
import type { ListOfPrices, PricesValues } from '#contract/desk/settings/prices/values.ts'
import { DeskTable } from '../DeskTable.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { type Done, useOutcome } from '../use-outcome.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { NewPrices } from './NewPrices.tsx'
import { mayChange, SettingsSection } from './SettingsSection.tsx'

type PricesProps = { given: PricesValues; operator: ShownOperator | null; now: string }

export function Prices({ given, operator, now }: PricesProps) {
  const { values, outcome, done } = useOutcome(given)
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
            {values.coming.map((list, place) => (
              <Coming
                key={list.from}
                list={list}
                before={values.coming[place - 1]?.prices ?? values.current}
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
  onDone: Done<PricesValues>
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
