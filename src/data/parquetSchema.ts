import { checkLimit } from "./decodeLimits";
import { DecodeError } from "./errors";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** How values are stored. Source: Apache Parquet, parquet.thrift, Type. */
export const physicalType = {
  boolean: 0,
  int32: 1,
  int64: 2,
  int96: 3,
  float: 4,
  double: 5,
  byteArray: 6,
  fixedBytes: 7,
} as const;

/**
 * The meaning of stored values, in the older and the newer form. Source: parquet.thrift, ConvertedType and LogicalType.
 */
const converted = {
  utf8: 0,
  enum: 4,
  decimal: 5,
  date: 6,
  timeMs: 7,
  timeUs: 8,
  timestampMs: 9,
  timestampUs: 10,
  json: 19,
} as const;
const logical = {
  string: 1,
  enum: 4,
  decimal: 5,
  date: 6,
  time: 7,
  timestamp: 8,
  json: 12,
  float16: 15,
} as const;
const repeated = 2;

/** More than any table within the limits has, and few enough to fit in memory. */
const maxElements = 100_000;

/** One element of a schema, as far as it is needed for reading and writing schemas. */
export interface SchemaElement {
  readonly name: string;
  /** Undefined for a group. */
  readonly physicalType: number | undefined;
  readonly typeLength: number | undefined;
  readonly repetition: number;
  readonly childCount: number;
  readonly convertedType: number | undefined;
  readonly scale: number | undefined;
  readonly precision: number | undefined;
  /** The id of the logical type, and its encoded structure as in the file. */
  readonly logicalType: { readonly kind: number; readonly bytes: Uint8Array } | undefined;
}

/** A column of the table: a leaf, or a group of several. */
export interface ParquetColumn {
  readonly name: string;
  readonly element: SchemaElement;
  /** The column's element and all elements below it, depth first. */
  readonly elements: readonly SchemaElement[];
  /** Its index among the leaves, or that of the first leaf below it. */
  readonly leaf: number;
  readonly isDate: boolean;
  /** Whether its values are timestamps, whose day depends on a zone. */
  readonly isMoment: boolean;
  /** Whether its values are only known to be integers. */
  readonly isPlainInteger: boolean;
  /** What its values are if they cannot become numbers or texts. */
  readonly unreadable: string | undefined;
}

export interface ParquetSchema {
  readonly columns: readonly ParquetColumn[];
  /** The number of leaves, including those in groups. */
  readonly leafCount: number;
}

/** Parses the schema, which lists its tree depth first, starting at its first element. */
export function readSchema(reader: ThriftReader): ParquetSchema {
  const tree = new SchemaTree(reader);
  const columns: ParquetColumn[] = [];
  for (let left = tree.next()?.childCount ?? 0; left > 0; left--) columns.push(tree.column());
  if (tree.next() !== undefined) {
    throw new DecodeError("corrupt", "Parquet footer: the schema has more elements than its tree");
  }
  return { columns, leafCount: tree.leafCount };
}

class SchemaTree {
  /** Never used; see {@link ThriftReader.empty}. */
  static readonly empty = new SchemaTree(new ThriftReader(new Uint8Array(1)));

  leafCount = 0;
  private left: number;

  constructor(private readonly reader: ThriftReader) {
    this.left = reader.listLength();
    checkLimit("elements in its schema", this.left, maxElements);
  }

  next(): SchemaElement | undefined {
    if (this.left === 0) return undefined;
    this.left--;
    return readElement(this.reader);
  }

  /** The next column with everything below it. */
  column(): ParquetColumn {
    const leaf = this.leafCount;
    const element = this.expect();
    const elements = [element];
    for (let pending = element.childCount; pending > 0; pending--) {
      const child = this.expect();
      elements.push(child);
      pending += child.childCount;
    }
    const isMoment = hasMeaning(element, moments) || element.physicalType === physicalType.int96;
    const isDate = isMoment || hasMeaning(element, dates);
    const isPlainInteger =
      (element.physicalType === physicalType.int32 ||
        element.physicalType === physicalType.int64) &&
      element.logicalType === undefined &&
      element.convertedType === undefined;
    const unreadable = whyUnreadable(element);
    const { name } = element;
    return { name, element, elements, leaf, isDate, isMoment, isPlainInteger, unreadable };
  }

  private expect(): SchemaElement {
    const element = this.next();
    if (element === undefined) {
      throw new DecodeError("corrupt", "Parquet footer: the schema ends too early");
    }
    if (isLeaf(element)) this.leafCount++;
    return element;
  }
}

const dates: Meaning = { logical: [logical.date], converted: [converted.date] };
const moments: Meaning = {
  logical: [logical.timestamp],
  converted: [converted.timestampMs, converted.timestampUs],
};
const times: Meaning = {
  logical: [logical.time],
  converted: [converted.timeMs, converted.timeUs],
};
const texts: Meaning = {
  logical: [logical.string, logical.enum, logical.json, logical.decimal],
  converted: [converted.utf8, converted.enum, converted.json, converted.decimal],
};
const fixed: Meaning = {
  logical: [logical.decimal, logical.float16],
  converted: [converted.decimal],
};

interface Meaning {
  readonly logical: readonly number[];
  readonly converted: readonly number[];
}

function hasMeaning({ logicalType, convertedType }: SchemaElement, meaning: Meaning): boolean {
  if (logicalType !== undefined) return meaning.logical.includes(logicalType.kind);
  return convertedType !== undefined && meaning.converted.includes(convertedType);
}

/** Whether an element has values of its own, unlike a group. */
export function isLeaf({ physicalType: type }: SchemaElement): boolean {
  return type !== undefined;
}

function whyUnreadable(element: SchemaElement): string | undefined {
  if (element.childCount > 0 || element.physicalType === undefined) return "nested values";
  if (element.repetition === repeated) return "lists of values";
  switch (element.physicalType) {
    case physicalType.byteArray:
      return hasMeaning(element, texts) ? undefined : "bytes that are not text";
    case physicalType.fixedBytes:
      return hasMeaning(element, fixed) ? undefined : "bytes of a fixed length";
    case physicalType.int32:
    case physicalType.int64:
      return hasMeaning(element, times) ? "times of day" : undefined;
    default:
      return undefined;
  }
}

/** A leading U+FEFF is part of the name, not a byte order mark. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function readElement(reader: ThriftReader): SchemaElement {
  const numbers = new Map<number, number>();
  let name = "";
  let logicalType: SchemaElement["logicalType"];
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (type === thriftType.i32) numbers.set(id, reader.integer());
    else if (id === 4 && type === thriftType.binary) name = utf8.decode(reader.binary());
    else if (id === 10 && type === thriftType.struct) logicalType = readLogicalType(reader);
    else reader.skip(type);
  }
  return {
    name,
    physicalType: numbers.get(1),
    typeLength: numbers.get(2),
    repetition: numbers.get(3) ?? 0,
    childCount: Math.max(0, numbers.get(5) ?? 0),
    convertedType: numbers.get(6),
    scale: numbers.get(7),
    precision: numbers.get(8),
    logicalType,
  };
}

/** A union: its only field is the type. */
function readLogicalType(reader: ThriftReader): SchemaElement["logicalType"] {
  const start = reader.position;
  const kind = reader.nextField(0);
  if (kind !== noField) {
    reader.skip(reader.type);
    while (reader.nextField(0) !== noField) reader.skip(reader.type);
  }
  return { kind, bytes: reader.between(start, reader.position) };
}
