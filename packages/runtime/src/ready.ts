/** Where a process listens. */
export interface ReadyPlaces {
  readonly url?: string;
  readonly metricsUrl?: string | undefined;
}

/** Reports over IPC to the parent that this process serves now, and where; does nothing without such a parent. */
export function notifyReady(places: ReadyPlaces = {}, parent: Pick<NodeJS.Process, "send"> = process): void {
  parent.send?.({ type: "ready", ...places });
}
