// Draws the tables of templates/parts/plot.html. Colours are the style sheet's, in light and in dark.
(() => {
  "use strict";

  const palette = ["--accent", "--info", "--good", "--warn", "--bad", "--muted"];
  const height = 260;

  /** What the table says: `[places, values of the first series, …]`, with the words for each. */
  const read = (table) => {
    const rows = [...table.tBodies[0].rows];
    return {
      names: [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim()),
      labels: rows.map((row) => row.cells[0].textContent.trim()),
      dated: rows.some((row) => row.cells[0].querySelector("time")),
      words: rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
      data: [...table.tHead.rows[0].cells].map((_, column) =>
        rows.map((row) => Number(column === 0 ? row.cells[0].dataset.place : row.cells[column].dataset.value)),
      ),
    };
  };

  /** As wide as the longest of an axis' labels, in whatever language they are. */
  const roomForLabels = (plot, labels, which, round) => {
    const axis = plot.axes[which];
    if (round > 1) return axis._size;
    plot.ctx.font = axis.font[0];
    const widest = Math.max(0, ...(labels ?? []).map((label) => plot.ctx.measureText(label).width));
    return Math.ceil(axis.ticks.size + axis.gap + widest / devicePixelRatio) + 2;
  };

  const draw = (place) => {
    const table = document.getElementById(place.dataset.table);
    const { names, labels, dated, words, data } = read(table);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const language = document.documentElement.lang;
    const number = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
    const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: colour("--muted"), font, grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
    const bars = place.dataset.plot === "bars";
    const series = names.slice(1).map((label, i) => {
      const stroke = colour(palette[i % palette.length]);
      return {
        label,
        stroke,
        width: bars ? 1 : 2,
        dash: i >= palette.length ? [6, 4] : undefined,
        fill: bars ? stroke + "55" : undefined,
        paths: bars ? uPlot.paths.bars({ size: [0.7, 48] }) : undefined,
        points: { show: data[0].length < 2 },
        value: (_, value, __, at) => (at === null || at === undefined ? "–" : words[at][i + 1]),
      };
    });
    const edges = bars ? 0.6 : 0;
    place.hidden = false;
    const plot = new uPlot(
      {
        width: place.clientWidth,
        height,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), "Etc/UTC"),
        legend: { live: true },
        cursor: { drag: { x: false, y: false }, points: { size: 7 } },
        scales: { x: { time: dated, range: (_, least, most) => [least - edges, most + (least === most && !bars ? 1 : edges)] }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.05 : 1] } },
        axes: [
          { ...axis, grid: { show: false }, space: dated ? 64 : 28, incrs: dated ? undefined : [1, 2, 5, 10, 20, 50, 100],
            values: (_, splits) => splits.map((at) => (dated ? day.format(at * 1e3) : Number.isInteger(at) ? at : "")) },
          { ...axis, size: roomForLabels, values: (_, splits) => splits.map((at) => number.format(at)) },
        ],
        series: [{ label: names[0], value: (_, __, ___, at) => (at === null || at === undefined ? "–" : labels[at]) }, ...series],
      },
      data,
      place,
    );
    return plot;
  };

  const show = (place) => {
    let plot = draw(place);
    place.nextElementSibling.open = false;
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && plot.width !== place.clientWidth) plot.setSize({ width: place.clientWidth, height });
    }).observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      plot.destroy();
      plot = draw(place);
    });
  };

  const showAll = (root) => {
    for (const place of root.querySelectorAll("[data-plot][hidden]")) show(place);
  };

  document.addEventListener("DOMContentLoaded", () => {
    showAll(document);
    document.body.addEventListener("htmx:load", (event) => showAll(event.target));
  });
})();
