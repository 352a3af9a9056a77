// Filters the table of claims. What is asked for stands in the address, so that it can be sent to others.
"use strict";

(() => {
  const form = document.querySelector("form.filters");
  if (form === null) {
    return;
  }
  const rows = [...document.querySelectorAll("table.claims tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const names = ["words", "verdict", "source"];

  const show = () => {
    const { words, verdict, source } = Object.fromEntries(names.map((name) => [name, form.elements[name].value]));
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    rows.forEach((row, number) => {
      const found =
        (verdict === "" || row.dataset.verdict === verdict) &&
        (source === "" || row.dataset.source === source) &&
        wanted.every((word) => texts[number].includes(word));
      row.hidden = !found;
      count += found;
    });
    form.elements.count.value = `${count} of ${rows.length} claims`;
  };

  const keep = () => {
    const asked = new URLSearchParams();
    for (const name of names) {
      const value = form.elements[name].value;
      if (value !== "") {
        asked.set(name, value);
      }
    }
    const text = asked.toString();
    history.replaceState(null, "", (text === "" ? location.pathname : `?${text}`) + location.hash);
  };

  const read = () => {
    const asked = new URLSearchParams(location.search);
    for (const name of names) {
      form.elements[name].value = asked.get(name) ?? "";
    }
    show();
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    show();
    keep();
  });
  form.addEventListener("reset", () => {
    setTimeout(() => {
      show();
      keep();
    });
  });
  window.addEventListener("popstate", read);
  read();
})();
