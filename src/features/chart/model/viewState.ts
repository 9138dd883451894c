import * as v from "valibot";
import { type Day, isDay } from "../../../shared/day";
import { componentsOf, forecastComponents } from "../../../shared/forecastComponents";
import { index, parsedAs } from "../../../shared/messageSchemas";

/** 1,000: no chart has more columns or parts. */
const maxTexts = 1_000;

const text = v.nullable(v.string());
const texts = v.pipe(v.array(v.string()), v.maxLength(maxTexts), v.readonly());
const flag = v.fallback(v.boolean(), false);
const day = v.custom<Day>(isDay);
const days = { from: day, to: day };
const isAscending = v.boolean();

/** Components that have parts. */
export const wholeComponent = v.picklist(
  forecastComponents.filter((each) => componentsOf(each).length > 0),
);

/** Days, both ends inclusive. */
const dayRange = v.pipe(
  v.object(days),
  v.check(({ from, to }) => from <= to),
  v.readonly(),
);

/** The open bridge: its first and last day, and the component whose parts it shows. */
const bridge = v.pipe(
  v.object({ ...days, component: wholeComponent }),
  v.check(({ from, to }) => from <= to),
  v.readonly(),
);
export type BridgeState = v.InferOutput<typeof bridge>;

export const years = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999));

const finite = v.pipe(v.number(), v.finite());
const valueRange = v.pipe(
  v.object({ min: finite, max: finite }),
  v.check(({ min, max }) => min < max),
  v.readonly(),
);

/** The least and the greatest of some values, or of what an axis shows. */
export type ValueRange = v.InferOutput<typeof valueRange>;

export const axisChoice = v.union([v.picklist(["fit", "three"]), valueRange]);

/** The range of an axis of values: what fits the visible values, ±3 at least, or a range that the user has fixed. */
export type AxisChoice = v.InferOutput<typeof axisChoice>;

export const panelSorts = ["name", "newest", "change"] as const;

/** How the variants of a panel are sorted: by name, or the greatest newest value or change in sight first. */
export type PanelSort = (typeof panelSorts)[number];

export const arrangements = ["overlay", "panes"] as const;

/** How several series are drawn: as lines over each other, or each in a pane of its own. */
export type Arrangement = (typeof arrangements)[number];

export const shownValuesChoices = ["served", "z-score", "rank"] as const;

/** How the values of several series are shown: as the service sends them, or so that they can be compared. */
export type ShownValues = (typeof shownValuesChoices)[number];

export const seriesColumns = [
  "name",
  "crosshair",
  "newest",
  "change",
  "distance",
  "percentile",
] as const;

/**
 * The column by which the table of several series is sorted; `distance` is that of the newest value from its mean. Rows
 * without a value come last in either direction.
 */
export const seriesSort = v.pipe(
  v.object({ by: v.picklist(seriesColumns), isAscending }),
  v.readonly(),
);
export type SeriesSort = v.InferOutput<typeof seriesSort>;

export const panelViews = ["panes", "crossSection", "heatStrip"] as const;

/** How a panel is shown: panes beside the cross-section, the cross-section alone, or the heat strip. */
export type PanelViewName = (typeof panelViews)[number];

export const crossColumns = ["name", "newest", "month", "percentile"] as const;

/** The column by which the cross-section of a panel is sorted; `month` is the change over one month. */
export const crossSort = v.pipe(
  v.object({ column: v.picklist(crossColumns), isAscending }),
  v.readonly(),
);
export type CrossSort = v.InferOutput<typeof crossSort>;

/** The tag value whose series a chart was opened from. */
const profile = v.pipe(
  v.object({
    tagKind: v.string(),
    value: v.string(),
    /** The number of series that the tag value has. */
    count: index,
    /**
     * Which of them the chart shows: those whose newest value is furthest from its mean, those with the largest newest
     * scores, or those that the user chose.
     */
    order: v.picklist(["distance", "newest", "choice"]),
    /** How many could not be fetched when they were ranked. */
    failed: index,
  }),
  v.readonly(),
);
export type ProfileState = v.InferOutput<typeof profile>;

export const revisionFilters = ["all", "revised", "added", "gone", "flip"] as const;

/** Which differences between two vintages are listed. */
export type RevisionFilter = (typeof revisionFilters)[number];

/** The open table of revisions: what it lists, and whether the largest or the earliest is first. */
const revisionsState = v.pipe(
  v.object({
    filter: v.fallback(v.picklist(revisionFilters), "all"),
    by: v.fallback(v.picklist(["size", "day"]), "size"),
  }),
  v.readonly(),
);
export type RevisionsState = v.InferOutput<typeof revisionsState>;

/** The initial state of the table of revisions. */
export const openedRevisions: RevisionsState = { filter: "all", by: "size" };

const comparison = v.object({
  isKindCompared: flag,
  /** As `SeriesIdentity.asOf`; null when no other vintage is compared. */
  vintage: v.fallback(text, null),
});

/** 12: each signal and its comparison are two lines, and a panel shows more. */
export const maxCompared = 12;

/** The choices that add another kind or as-of of each signal to a chart. */
export type Comparison = Readonly<v.InferOutput<typeof comparison>>;

const viewState = v.object({
  /** A state of another version is not read. */
  version: v.literal(1),
  /** Null: the newest `years`, or ten. */
  range: v.fallback(v.nullable(dayRange), null),
  /** The number of newest years in sight, up to the last day; null when none was chosen, or a range was. */
  years: v.fallback(v.nullable(years), null),
  /** Names of the columns of signals that are shown. */
  columns: v.fallback(texts, ["Aggregate"]),
  hidden: v.fallback(texts, []),
  /** Ids of parts, in the order of their colors; empty if the color of each part matches its position. */
  colours: v.fallback(texts, []),
  /** The arrangement of several series; null if their number decides. */
  arrangement: v.fallback(v.nullable(v.picklist(arrangements)), null),
  values: v.fallback(v.picklist(shownValuesChoices), "served"),
  /** Null until a person sorts: by newest value, and vintages by their as-of. */
  seriesSort: v.fallback(v.nullable(seriesSort), null),
  /** Whether the table of several series is folded to its heading. */
  isSeriesFolded: flag,
  /** The component of forecasts whose parts are stacked. */
  component: v.fallback(wholeComponent, "Forecast"),
  /** The components whose parts are listed in the table below a forecast. */
  unfolded: v.fallback(
    v.pipe(
      texts,
      v.transform((all) => all.filter((each) => v.is(wholeComponent, each))),
      v.readonly(),
    ),
    [],
  ),
  ...comparison.entries,
  /** The pair of lines whose difference is shown, where there are several; null for the first. */
  pair: v.fallback(text, null),
  /** Null while the table of revisions is closed. */
  revisions: v.fallback(v.nullable(revisionsState), null),
  /** The day whose history is shown beside the plot; null if none is. */
  history: v.fallback(v.nullable(day), null),
  bridge: v.fallback(v.nullable(bridge), null),
  /** Days that are measured against each other, ascending: at most two. */
  pins: v.fallback(
    v.pipe(
      v.array(day),
      v.maxLength(2),
      v.check(([first = -Infinity, second = Infinity]) => first < second),
      v.readonly(),
    ),
    [],
  ),
  /** How the first axis of values is ranged. */
  axis: v.fallback(axisChoice, "fit"),
  isTable: flag,
  /** Whether the statistics below the plots are open. */
  isStatistics: flag,
  correlationOf: v.fallback(v.picklist(["changes", "levels"]), "changes"),
  /** The order of the panes. */
  sort: v.fallback(v.picklist(panelSorts), "name"),
  stripSort: v.fallback(v.picklist(panelSorts), "newest"),
  crossSort: v.fallback(crossSort, { column: "newest", isAscending: false }),
  panelView: v.fallback(v.picklist(panelViews), "panes"),
  /** Id of the part of a panel whose line is drawn behind all others; null for none. */
  highlighted: v.fallback(text, null),
  /** Id of the part of a panel that is shown alone, in full size; null for none. */
  fullSize: v.fallback(text, null),
  /** Null for a chart that was not opened from a tag value. */
  profile: v.fallback(v.nullable(profile), null),
});

/**
 * The user's choices in a chart, which last as long as its tab. The page keeps them, and the editor passes them on when
 * the tab moves to another place.
 */
export type ViewState = Readonly<v.InferOutput<typeof viewState>>;

export const defaultViewState: ViewState = v.parse(viewState, { version: 1 });

/**
 * Parses a stored state; the default when there is none, or when it is of another version. Invalid fields get their
 * default.
 */
export function parseViewState(stored: unknown): ViewState {
  return parsedAs(viewState, stored) ?? defaultViewState;
}
