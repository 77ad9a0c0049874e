import { useState } from 'react'
import { EXTEND_AT_MOST_DAYS } from '#contract/billing/money-back.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { MoneyPageValues } from '#contract/desk/money.ts'
import * as contract from '#contract/desk/money.ts'
import { field } from '#contract/wire/field.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf, type FieldConfig } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import type { useMoney, What } from './use-money.ts'

type LineName = `line_${number}`
type Name = 'action' | 'how_much' | 'amount' | 'lines' | 'days' | 'reason' | 'words' | LineName
type Values = Record<string, string>

type MoneyFormProps = { values: MoneyPageValues; money: ReturnType<typeof useMoney> }

export function MoneyForm({ values: page, money }: MoneyFormProps) {
  const { account, bill, offers } = page
  const lines = bill?.lines ?? []
  const [fields] = useState(() => fieldsOf(page))
  const form = useForm<Name>({
    fields,
    needsScript: true,
    isAsked,
    checks: (values) => complaintsOf({ ...values, bill: bill?.number ?? '' }),
    // The preview belongs to the previous choice.
    onChange: money.change,
  })

  function submit(values: Values) {
    const what: What = {
      number: account.number,
      bill: bill?.number ?? '',
      action: values.action,
      how_much: values.how_much,
      amount: values.amount,
      lines: values.how_much === 'lines' ? tickedIn(values) : [],
      days: values.days,
      reason: values.reason,
      words: values.words,
    }
    return money.preview(what, form.serverErrors)
  }

  const unavailable = contract.action.options.flatMap(({ value, displayValue }) => {
    const why = offers[value as contract.MoneyActionName]
    return why === null ? [] : [{ displayValue, why }]
  })
  return (
    <section className="desk-card" aria-labelledby="choose">
      <h2 id="choose">Give back, extend or waive</h2>
      {Object.values(offers).includes(null) && (
        <Form form={form} onSubmit={submit} generalErrors="below">
          <SelectField field={form.field('action')} />
          {form.asks('how_much') && <SelectField field={form.field('how_much')} />}
          {form.asks('amount') && <TextField field={form.field('amount')} hint="Such as 12.50" />}
          {form.asks('lines') && (
            <FieldGroup field={form.field('lines')}>
              {lines.map(({ position }) => (
                <CheckboxField key={position} field={form.field(`line_${position}`)} />
              ))}
            </FieldGroup>
          )}
          {form.asks('days') && (
            <TextField
              field={form.field('days')}
              inputMode="numeric"
              hint={`From 1 to ${EXTEND_AT_MOST_DAYS}`}
            />
          )}
          {form.asks('reason') && <SelectField field={form.field('reason')} />}
          <TextAreaField
            field={form.field('words')}
            rows={3}
            hint="For your colleagues. The customer does not see it."
          />
          <div>
            <SubmitButton form={form} look="ghost">
              Show what follows
            </SubmitButton>
          </div>
        </Form>
      )}
      {unavailable.length > 0 && (
        <ul className="plain desk-list">
          {unavailable.map(({ displayValue, why }) => (
            <li key={displayValue}>
              <Unavailable why={why}>{displayValue}</Unavailable>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function fieldsOf({ bill, offers, chosen }: MoneyPageValues): Record<Name, FieldConfig> {
  const offered = contract.action.options.filter(
    ({ value }) => offers[value as contract.MoneyActionName] === null,
  )
  const ticks = (bill?.lines ?? []).map(({ position, label, leftCents }): [LineName, FieldConfig] => [
    `line_${position}`,
    configOf(field(`${label}, ${formatAmount(leftCents)}`, { isBoolean: false }), {
      elementType: 'checkbox',
    }),
  ])
  return {
    action: configOf(contract.action, { options: offered, ...(chosen && { value: chosen }) }),
    how_much: configOf(contract.howMuch),
    amount: configOf(contract.amount),
    lines: configOf(field('Lines', {})),
    days: configOf(contract.days),
    reason: configOf(contract.reason),
    words: configOf(contract.words),
    ...Object.fromEntries(ticks),
  }
}

function isAsked(name: Name, { action, how_much }: Values): boolean {
  const givesBack = contract.givesBack({ action })
  if (name === 'how_much' || name === 'reason') return givesBack
  if (name === 'amount') return givesBack && how_much === 'amount'
  if (name === 'lines' || name.startsWith('line_')) return givesBack && how_much === 'lines'
  return name !== 'days' || action === 'extend'
}

const checks = checksOf(contract.moneyRules)

function complaintsOf(values: Values): Partial<Record<Name, string>> {
  const isMissing = isAsked('lines', values) && tickedIn(values).length === 0
  return { ...checks(values), ...(isMissing ? { lines: 'Choose at least one line.' } : {}) }
}

function tickedIn(values: Values): number[] {
  return Object.entries(values)
    .filter(([name, value]) => name.startsWith('line_') && value === 'true')
    .map(([name]) => Number(name.slice('line_'.length)))
}
