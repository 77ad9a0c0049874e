import { formatAmount } from '#contract/catalogue/money.ts'
import { items } from '#contract/catalogue/plan.ts'
import type { PriceChange } from '#contract/desk/settings/prices/price-list-at.ts'
import { DeskTable } from '../DeskTable.tsx'

type ChangesTableProps = { caption: string; changes: readonly PriceChange[]; empty: string }

export function ChangesTable({ caption, changes, empty }: ChangesTableProps) {
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
