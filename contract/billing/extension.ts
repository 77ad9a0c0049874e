/** By how many days a paid month can be extended at a time. */
export const EXTEND_AT_MOST_DAYS = 31
