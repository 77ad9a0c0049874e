import { brandOf, formatCardNumber, looksMistyped } from '#contract/fields/card-number.ts'
import { retypeInput } from './retype.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

const MISTYPED = 'Please check this number. One of the digits seems to be wrong.'

/** Groups the digits as on the card, and shows the brand. */
export function CardNumberField({ hint, ...props }: TextFieldProps) {
  const before = props.field.config.value
  const brand = brandOf(before).name
  return (
    <TextField
      inputMode="numeric"
      {...props}
      hint={looksMistyped(before) ? <span role="status">{MISTYPED}</span> : hint}
      className="has-brand"
      type="text"
      within={<output className="card-brand">{brand}</output>}
      onChange={(event) => retypeInput(event, formatCardNumber, before)}
    />
  )
}
