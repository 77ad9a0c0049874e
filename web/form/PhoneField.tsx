import { formatPhoneNumber } from './field-config.ts'
import { retypeInput } from './retype.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** Formats as (xxx) xxx-xxxx while typing. */
export function PhoneField(props: TextFieldProps) {
  const before = props.field.config.value
  return (
    <TextField
      inputMode="tel"
      {...props}
      type="tel"
      onChange={(event) => retypeInput(event, formatPhoneNumber, before)}
    />
  )
}
