/** Names of the changed fields: the audit entry records which fields changed, not their values. */
export function changedNames<Details extends object>(before: Details, after: Details): (keyof Details)[] {
  return (Object.keys(after) as (keyof Details)[]).filter((name) => before[name] !== after[name])
}
