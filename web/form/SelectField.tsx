import type { ReactNode } from 'react'
import type { Option } from '#contract/wire/option.ts'
import { controlProps, FieldFrame, useFirst } from './FieldFrame.tsx'
import type { FormField } from './use-form.ts'

type SelectFieldProps = {
  field: FormField
  hint?: ReactNode
  /** Overrides the config's options, if they depend on another field. */
  options?: readonly Option[]
  /** The first option while nothing is chosen. */
  placeholder?: string
  autoComplete?: string
}

export function SelectField({ field, hint, autoComplete = 'off', ...props }: SelectFieldProps) {
  const { config } = field
  const { options = config.elementConfig.options, placeholder = 'Choose one' } = props
  const isEmptyListed = options.some((option) => option.value === '')
  return (
    <FieldFrame field={field} hint={hint}>
      <select
        {...controlProps(field, hint)}
        className="input"
        autoComplete={autoComplete}
        defaultValue={useFirst(config.value)}
      >
        {!isEmptyListed && <option value="">{placeholder}</option>}
        {options.map(({ value, displayValue }) => (
          <option key={value} value={value}>
            {displayValue}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
