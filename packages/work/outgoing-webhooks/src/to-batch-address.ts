/** SQL condition on a delivery of a batch: it goes to the address that the batch named, not to an endpoint of the account's own. */
export const TO_BATCH_ADDRESS = 'endpoint_id IS NULL'
