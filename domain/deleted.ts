// The body that answers every DELETE.
import { z } from 'zod'

export const DeletedSchema = z.object({ id: z.string(), deleted: z.literal(true) })
