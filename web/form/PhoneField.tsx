import { formatPhoneNumber } from './phone-number.ts'
import { retypeInput } from './retype-input.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** (xxx) xxx-xxxx while it is typed. */
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
