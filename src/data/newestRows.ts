import { type Slice } from "../shared/slice";
import { type Frame } from "./frame";
import { sliceFrame } from "./sliceFrame";

/**
 * The days of the newest rows whose text fits, both ends included; undefined when not even one row does.
 *
 * @param sizeBound - A size in bytes that the text of a frame does not exceed; of fewer rows never more.
 */
export function newestRowsWithin(
  frame: Frame,
  limitBytes: number,
  sizeBound: (frame: Frame) => number,
): Required<Pick<Slice, "from" | "to">> | undefined {
  const { days } = frame;
  const fits = (rows: number): boolean => {
    const from = days[days.length - rows];
    return from !== undefined && sizeBound(sliceFrame(frame, { from })) <= limitBytes;
  };
  let fitting = 0;
  let tooMany = days.length + 1;
  while (tooMany - fitting > 1) {
    const rows = (fitting + tooMany) >> 1;
    if (fits(rows)) fitting = rows;
    else tooMany = rows;
  }
  const from = days[days.length - fitting];
  const to = days.at(-1);
  return fitting === 0 || from === undefined || to === undefined ? undefined : { from, to };
}
