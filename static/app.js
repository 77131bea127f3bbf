// What the pages gain when JavaScript is there; without it they work too.
(() => {
  "use strict";

  // Moments are written in UTC; here they become the visitor's own time.
  const localize = (root) => {
    const full = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
    for (const time of root.querySelectorAll("time[datetime][title]")) {
      const moment = new Date(time.dateTime);
      if (!Number.isNaN(moment.valueOf())) time.title = full.format(moment);
    }
  };

  // Work that takes longer than 300 ms shows a line at the top.
  const bar = document.createElement("div");
  bar.className = "busy";
  bar.hidden = true;
  let running = 0;
  let timer = 0;
  const begin = () => {
    if (++running > 1) return;
    timer = setTimeout(() => {
      bar.hidden = false;
      requestAnimationFrame(() => bar.classList.add("on"));
    }, 300);
  };
  const end = () => {
    if (running > 0 && --running > 0) return;
    clearTimeout(timer);
    bar.classList.remove("on");
    bar.hidden = true;
  };

  // A form that is on its way is not sent twice.
  const guard = (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    else if (!event.defaultPrevented && event.target.method === "post") event.target.dataset.sent = "yes";
  };

  // A file that would be refused is not sent first.
  const weigh = ({ target }) => {
    if (target.type !== "file" || !target.dataset.mostBytes) return;
    const isTooLarge = [...target.files].some((file) => file.size > Number(target.dataset.mostBytes));
    target.setCustomValidity(isTooLarge ? target.dataset.tooLarge : "");
    target.reportValidity();
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.body.append(bar);
    localize(document);
    // A row of links that is wider than the screen begins where one is.
    for (const link of document.querySelectorAll(".desk-links [aria-current]")) {
      const row = link.closest("ul");
      row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
    }
    document.body.addEventListener("htmx:beforeRequest", begin);
    document.body.addEventListener("htmx:afterRequest", end);
    document.body.addEventListener("htmx:load", (event) => localize(event.target));
    document.addEventListener("submit", guard);
    document.addEventListener("change", weigh);
    addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));
    // What went wrong with an action is said over the page, until it is put away or something else is tried.
    const aloft = document.getElementById("aloft");
    document.body.addEventListener("htmx:beforeRequest", () => aloft.replaceChildren());
    aloft.addEventListener("click", ({ target }) => target.closest("[data-dismiss]") && aloft.replaceChildren());
    // The error of a fragment is shown in its place.
    document.body.addEventListener("htmx:beforeSwap", (event) => {
      if (event.detail.xhr.status >= 400 && event.detail.xhr.getResponseHeader("content-type")?.startsWith("text/html")) {
        event.detail.shouldSwap = true;
        event.detail.isError = false;
      }
    });
  });
})();
