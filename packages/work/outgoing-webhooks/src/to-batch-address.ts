/**
 * SQL condition on a delivery of a batch: it goes to the address that the batch named, not to an endpoint of the account's own, and is no replay,
 * of which the state of the batch's webhook knows nothing.
 */
export const TO_BATCH_ADDRESS = 'endpoint_id IS NULL AND replay_of IS NULL'
