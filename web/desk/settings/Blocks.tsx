import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import {
  addBlock,
  type BlockRow,
  type BlocksValues,
  blockEnd,
  blockKind,
  blockKindLabels,
  blockValue,
  removeBlock,
} from '#contract/desk/settings.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { actorName } from '../DeskFacts.tsx'
import { DeskList } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { mayChange, SettingsSection } from './SettingsSection.tsx'

type BlocksProps = { initial: BlocksValues; operator: ShownOperator | null }

export function Blocks({ initial, operator }: BlocksProps) {
  const { values, outcome, done } = useOutcome(initial)
  const canChange = mayChange(operator, 'blocks')
  return (
    <SettingsSection
      name="blocks"
      operator={operator}
      outcome={outcome}
      actions={canChange && <Add onDone={done} />}
    >
      <DeskList
        caption="Active blocks, next to end first"
        rows={values.rows}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing is blocked."
        isCut={values.isCut}
        actions={canChange ? (row) => <Remove row={row} onDone={done} /> : null}
      />
    </SettingsSection>
  )
}

const columns: DeskColumn<BlockRow>[] = [
  { title: 'Block', isHead: true, cell: ({ id }) => id },
  { title: 'What', cell: ({ kind }) => blockKindLabels[kind] },
  { title: 'Value', cell: ({ value }) => <code>{value}</code> },
  { title: 'Until', cell: ({ until }) => formatUtcMoment(until) },
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'By', cell: ({ by }) => actorName(by) },
  { title: 'Since', cell: ({ since }) => formatUtcMoment(since) },
]

type RemoveProps = { row: BlockRow; onDone: TakeAnswer<BlocksValues> }

function Remove({ row: { id, kind, value }, onDone }: RemoveProps) {
  return (
    <ReasonDialog
      call={removeBlock}
      bodyOf={({ reason }) => ({ block_id: id, reason })}
      verb="Remove"
      label={`Remove block ${id}`}
      title={`Remove block ${id}?`}
      onDone={onDone}
    >
      <p>{`Payments from ${blockKindLabels[kind].toLowerCase()} ${value} are accepted again from now on.`}</p>
    </ReasonDialog>
  )
}

function Add({ onDone }: { onDone: TakeAnswer<BlocksValues> }) {
  return (
    <ReasonDialog
      call={addBlock}
      bodyOf={({ kind, value, until, reason }) => ({ kind, value, until, reason })}
      fields={{
        kind: configOf(blockKind),
        value: configOf(blockValue),
        until: configOf(blockEnd),
      }}
      ask={(form) => (
        <>
          <SelectField field={form.field('kind')} />
          <TextField
            field={form.field('value')}
            hint="The gateway’s identifier of a card, the name of a device, or an address such as 192.0.2.7 or 192.0.2.0/24."
          />
          <TextField field={form.field('until')} type="date" hint="It ends at the start of that day (UTC)." />
        </>
      )}
      verb="Block"
      opener="Add a block"
      title="Add a block"
      onDone={onDone}
    >
      <p>Payments and new cards from it are refused until the date that you choose.</p>
    </ReasonDialog>
  )
}
