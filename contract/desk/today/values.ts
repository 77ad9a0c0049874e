export type TodayValues = Record<string, never>
