const text: Record<string, string> = {
  waiting: 'being sent',
  kept: 'kept here',
  sent: 'sent',
  failed: 'could not be delivered',
}

export function describeState(state: string): string {
  return text[state] ?? state
}
