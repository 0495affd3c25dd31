// SPDX-License-Identifier: Apache-2.0
// Draws the plots. Everything else works without a script.
"use strict";
(function () {
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const drawn = new Map();

  function scaled(value, unit) {
    if (value === null || value === undefined) return "\u2013";
    const prefixes = ["", "k", "M", "G", "T", "P"];
    let step = 0;
    let rest = value;
    while (Math.abs(rest) >= 1000 && step < prefixes.length - 1) { rest /= 1000; step++; }
    const text = rest === 0 ? "0" : Math.abs(rest) < 0.01 ? rest.toExponential(1) : String(+rest.toPrecision(3));
    return text + (unit === "" && step === 0 ? "" : "\u202f" + prefixes[step] + unit);
  }

  function options(data, width) {
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
    const colours = [colour("--accent"), colour("--second"), colour("--good"), colour("--bad")];
    return {
      width: width, height: 200,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: true }, y: { range: (u, low, high) => [Math.min(0, low || 0), high > 0 ? high * 1.08 : 1] } },
      axes: [Object.assign({ space: 70, values: (u, ticks) => clock(ticks) }, axis), Object.assign({ size: 78, values: (u, ticks) => ticks.map(t => scaled(t, data.unit)) }, axis)],
      series: [{}].concat(data.series.map((one, k) => ({
        label: one.label, stroke: colours[k % colours.length], width: 1.5, spanGaps: false,
        dash: one.dashed ? [6, 4] : undefined, points: { show: data.at.length < 3 }
      })))
    };
  }

  const utc = seconds => new Date(seconds * 1000).toISOString();

  function clock(ticks) {
    const short = ticks.length > 1 && ticks[1] - ticks[0] >= 60;
    return ticks.map(t => utc(t).slice(11, short ? 16 : 19));
  }

  // What the curves are, and at the pointer their values.
  function read(place, data, index) {
    const isAt = index !== null && index !== undefined && data.at[index] !== undefined;
    const parts = [];
    const part = (text, key) => {
      const span = document.createElement("span");
      if (key !== undefined) {
        const mark = document.createElement("i");
        mark.className = "key key-" + key % 4;
        span.append(mark);
      }
      span.append(text);
      parts.push(span);
    };
    if (isAt) part(utc(data.at[index]).replace("T", " ").slice(0, 19));
    data.series.forEach((one, k) => part(isAt ? one.label + " " + scaled(one.values[index], data.unit) : one.label, k));
    if (isAt && data.words && data.words[index]) part(data.words[index]);
    place.replaceChildren(...parts);
  }

  function draw(figure, data) {
    const canvas = figure.querySelector(".canvas");
    const old = drawn.get(figure);
    if (old) old.destroy();
    canvas.replaceChildren();
    if (data.at.length === 0) {
      const nothing = document.createElement("p");
      nothing.className = "nothing";
      nothing.textContent = "nothing recorded yet";
      canvas.append(nothing);
      drawn.delete(figure);
      return;
    }
    let words = figure.querySelector(".reading");
    if (!words) {
      words = document.createElement("p");
      words.className = "reading";
      figure.append(words);
    }
    read(words, data, null);
    const settings = options(data, Math.max(240, canvas.clientWidth));
    settings.hooks = { setCursor: [u => read(words, data, u.cursor.idx)] };
    const plot = new uPlot(settings, [data.at].concat(data.series.map(one => one.values)), canvas);
    drawn.set(figure, plot);
    figure.plotData = data;
  }

  async function fetchAndDraw(figure) {
    try {
      const answer = await fetch(figure.dataset.plot, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      if (answer.ok) draw(figure, await answer.json());
    } catch (away) {
      // The server is away: what was drawn stays.
    }
  }

  const all = () => document.querySelectorAll("figure.plot");
  const redraw = () => all().forEach(figure => { if (figure.plotData) draw(figure, figure.plotData); });
  all().forEach(fetchAndDraw);
  dark.addEventListener("change", redraw);
  let waiting = 0;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(redraw, 150); });
  if (document.querySelector("[hx-trigger]")) {
    setInterval(() => { if (document.visibilityState === "visible") all().forEach(fetchAndDraw); }, 30000);
  }
})();
