import type { Lease } from './lease.ts'

export async function removeBanners(_lease: Lease): Promise<void> {}
