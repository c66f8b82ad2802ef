import { type Chart, showChart } from "./chart.ts";

const place = document.getElementById("charts");
for (const chart of JSON.parse(place?.dataset["charts"] ?? "[]") as Chart[]) showChart(chart);
