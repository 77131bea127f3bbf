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

  // What stands in a form that is sent is kept in this tab, until a page says that it was taken. Somebody whose session has
  // ended is sent to log in first, and finds it again in the same form afterwards; whoever else logs in there does not.
  const kept = "unsent form";
  /** Who the page says is logged in; undefined for a guest, and on a page for everybody until its header has come. */
  const who = () => document.querySelector("#visitor [data-who]")?.dataset.who;
  const here = () => location.pathname + location.search;
  const fieldsOf = (form) =>
    [...form.elements].filter((field) => field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type) && field.type !== "fieldset");
  const isTicked = (field) => ["checkbox", "radio"].includes(field.type);
  const keep = ({ target }) => {
    const action = target.getAttribute("action");
    if (target.method !== "post" || target.querySelector("[type=password]")) return;
    const typed = fieldsOf(target).map((field) => [field.name, field.value, isTicked(field) && !field.checked]);
    if (typed.length > 0 && who()) sessionStorage.setItem(kept, JSON.stringify({ writer: who(), page: here(), action, typed }));
  };
  /** Puts what is kept into the form that it is from, as soon as that stands on the page and the writer is known to be back. */
  const putBack = () => {
    const { writer, page, action, typed } = JSON.parse(sessionStorage.getItem(kept)) ?? {};
    if (!writer || !who()) return;
    if (writer !== who()) return sessionStorage.removeItem(kept);
    const form = page === here() && [...document.querySelectorAll("form")].find((one) => one.getAttribute("action") === action);
    if (!form) return;
    for (const field of fieldsOf(form)) {
      const [, value, isEmpty] = typed.find(([name, text]) => name === field.name && (!isTicked(field) || text === field.value)) ?? [];
      if (value === undefined) continue;
      if (isTicked(field)) field.checked = !isEmpty;
      else field.value = value;
    }
    sessionStorage.removeItem(kept);
  };
  const isDoor = (path) => ["/login", "/register"].includes(path);
  /** After the door the form comes back; any other page is the answer to it. */
  const settleKept = () => {
    if (isDoor(location.pathname) || !sessionStorage.getItem(kept)) return;
    if (document.referrer && isDoor(new URL(document.referrer).pathname)) {
      putBack();
      document.body.addEventListener("htmx:load", putBack);
    } else sessionStorage.removeItem(kept);
  };
  const forgetTaken = ({ detail }) => {
    if (detail.successful && detail.requestConfig.verb !== "get") sessionStorage.removeItem(kept);
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
    document.addEventListener("submit", keep, true);
    document.body.addEventListener("htmx:afterRequest", forgetTaken);
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
    settleKept();
  });
})();
