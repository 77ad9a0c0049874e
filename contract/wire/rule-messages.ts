/** Messages of the validation rules and of the pages themselves. */

export const required = 'This field is required'
export const minLength = (n: number) => `Minimum ${n} characters required`
export const maxLength = (n: number) => `Maximum ${n} characters required`
export const isEmail = 'Enter a valid email address'
export const isPostalCode = 'Enter a valid zip code'
export const isNumeric = 'Enter a valid number'
export const isPhone = 'This phone is prohibited'
export const notText = 'Enter this as text'
export const notAFlag = 'Answer yes or no'
export const notAChoice = 'Choose one of the listed options'
export const countBetween = (least: number, most: number) => `Choose a whole number from ${least} to ${most}`
export const networkError = 'Network Error'
export const serverError = 'Server error.'
export const passwordsDiffer = 'Two password fields don`t match'
