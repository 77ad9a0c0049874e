import { operatorRoleLabels, operatorRoleSays, operatorRoles } from '#contract/desk/desk-roles.ts'
import { choice, field } from '#contract/wire/field.ts'

export const operatorEmail = field('Email', { required: true, isEmail: true, maxLength: 120 })
export const operatorName = field('Name', { required: true, maxLength: 80 })
export const operatorRole = choice(
  'Role',
  operatorRoles.map((value) => ({
    value,
    displayValue: `${operatorRoleLabels[value]}: ${operatorRoleSays[value]}`,
  })),
)
