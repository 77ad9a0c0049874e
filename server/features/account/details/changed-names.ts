/** Which of these are to be another: what the audit tells, without repeating what people typed. */
export function changedNames<Details extends object>(before: Details, after: Details): (keyof Details)[] {
  return (Object.keys(after) as (keyof Details)[]).filter((name) => before[name] !== after[name])
}
