const text: Record<string, string> = {
  waiting: 'on its way',
  kept: 'kept here',
  sent: 'sent',
  failed: 'could not be delivered',
}

export function describeState(state: string): string {
  return text[state] ?? state
}
