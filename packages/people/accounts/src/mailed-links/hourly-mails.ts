/** To one address: whoever asks in its name fills the mailbox no further. */
const MAILS_PER_HOUR = 5

/** SQL for a row, named `row`, that counts the mails about it in `hour_began_at` and `mails`. */
export function hourlyMails(row: string): { isBelowMost: string; countOneMore: string } {
  const isThisHour = `${row}.hour_began_at > now() - interval '1 hour'`
  return {
    isBelowMost: `(NOT ${isThisHour} OR ${row}.mails < ${MAILS_PER_HOUR})`,
    countOneMore: `
      hour_began_at = CASE WHEN ${isThisHour} THEN ${row}.hour_began_at ELSE now() END,
      mails = CASE WHEN ${isThisHour} THEN ${row}.mails + 1 ELSE 1 END`,
  }
}
