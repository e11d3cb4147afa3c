// Numbers of provisions, as corpus/ids.py has them.

// "16C2a" as 16, C, 2, a; what is a roman number and what a letter follows from its place.
export function partsOf(id) {
  const match = /^(X?[1-9]\d{0,2})(?:([A-Z])(?:([1-9]\d?)(?:(?:([a-z])|\.([1-9]\d?))(?:([ivx]+)|([1-9]\d?))?)?)?)?$/.exec(id);
  return match ? match.slice(1).filter(Boolean) : [id];
}

// The citation form of a language: with its word for a law ("Lag 16C2(a)"), or without one ("§ 16 C 2 a").
export function printed(id, lawWord) {
  const parts = partsOf(id);
  return lawWord ? `${lawWord} ${parts.slice(0, 3).join("")}${parts.slice(3).map((part) => `(${part})`).join("")}` : `§ ${parts.join(" ")}`;
}
