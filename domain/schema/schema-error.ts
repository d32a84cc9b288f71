// What is wrong with a JSON Schema that somebody else wrote. domain/schema/check/ throws it; whoever takes
// schemas in tells their author.

/** A defect of a schema, for its author. */
export class SchemaError extends Error {}
