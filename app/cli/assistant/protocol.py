"""The tools of the Model Context Protocol: their names, what they ask for, and the answers they give.

Only reading: no tool writes, and none asks the network. Standard output belongs to the protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from app.cli.assistant.answer_values import (
    AnsweredCitation,
    AnsweredQuotation,
    AnsweredSearch,
    CitingAnswer,
    ComparisonAnswer,
    ProvisionAnswer,
    TextsAnswer,
)
from app.cli.assistant.assistant_answers import AssistantAnswers, QuestionError
from app.cli.assistant.quotation_answers import QuotationAnswers

P = ParamSpec("P")
R = TypeVar("R")
MOST_HITS = 50
INSTRUCTIONS = """\
The laws of duplicate bridge in Danish, Swedish and Norwegian, with the regulations of the Danish federation.
Resolve every citation before you rely on it: the same number is another rule in another edition. Tell the edition, \
the standing, the cautions and the address with what you answer. Quote only words of which verify_quotation says that \
they are right; a number or a quotation that was not found, or that could not be checked, is not right. The texts are \
not free: tell whose they are, and what rights says about passing them on."""

CitationField = Annotated[
    str,
    Field(description="A citation in any form: 16C2a, '§ 12 C 1 b', 'Lag 16C2(a)', 61-64, '16C 2007', nb-1997:16B1."),
]
EditionYearField = Annotated[
    str, Field(description="The year of the edition whose number it is, such as 2007; empty: in force.")
]
DayField = Annotated[
    str, Field(description="A date such as 2009-03-01: the edition in force then. Not with an edition.")
]
TextField = Annotated[str, Field(description="Only this text, such as sv-2017; empty: the first that has it.")]
QuotedField = Annotated[str, Field(description="The quoted words, without the quotation marks around them.")]
BesideField = Annotated[str, Field(description="The citation beside the quotation; empty: only the words are checked.")]
InLanguageField = Annotated[str, Field(description="The language that it is said to be in: da, nb, sv; empty: any.")]
TextsField = Annotated[list[str], Field(description="Only these texts, by their keys; empty: all.")]
LimitField = Annotated[int, Field(ge=1, le=MOST_HITS)]


def assistant_server(answers: AssistantAnswers) -> MCPServer:
    """The server with its tools; nothing is read before the first question."""
    server = MCPServer("lovbro", title="Lovbro", instructions=INSTRUCTIONS, log_level="WARNING")

    def tool(title: str, asked: Callable[P, R]) -> None:
        known = ToolAnnotations(title=title, read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        server.add_tool(_refusing(asked), title=title, annotations=known, structured_output=True)

    tools = _Tools(answers)
    tool("Texts", tools.list_texts)
    tool("Resolve a citation", tools.resolve_citation)
    tool("Read a provision", tools.get_provision)
    tool("Compare languages and editions", tools.compare_texts)
    tool("Who refers to it", tools.who_cites)
    tool("Search", tools.search)
    tool("Check a quotation", tools.verify_quotation)
    return server


def serve_assistant(answers: AssistantAnswers) -> None:
    """Answer on standard input and output until the assistant closes them."""
    assistant_server(answers).run("stdio")


class _Tools:
    """The questions that an assistant asks; their names, parameters and docstrings are what it is told of them."""

    def __init__(self, answers: AssistantAnswers) -> None:
        self._answers = answers
        self._quotations = QuotationAnswers(answers)

    def list_texts(self) -> TextsAnswer:
        """The texts there are: edition, language, whether each is in force, and whose it is."""
        return self._answers.texts()

    def resolve_citation(
        self, citation: CitationField, edition: EditionYearField = "", date: DayField = "", text: TextField = ""
    ) -> AnsweredCitation:
        """What a citation names, what became of an older edition's number, or what there is instead of a wrong one."""
        return self._answers.citation(citation, edition, date, text)

    def get_provision(
        self, citation: CitationField, edition: EditionYearField = "", date: DayField = "", text: TextField = ""
    ) -> ProvisionAnswer:
        """The words of a provision or a definition (def:<headword>), with notes, tables and the same rule elsewhere."""
        return self._answers.provision(citation, edition, date, text)

    def compare_texts(
        self, citation: CitationField, edition: EditionYearField = "", date: DayField = "", text: TextField = ""
    ) -> ComparisonAnswer:
        """The same rule in every language and edition: its words, where it moved, whether what it orders changed."""
        return self._answers.comparison(citation, edition, date, text)

    def who_cites(
        self, citation: CitationField, edition: EditionYearField = "", date: DayField = "", text: TextField = ""
    ) -> CitingAnswer:
        """The provisions, notes and definitions that refer to a provision, a part of it or what is around it."""
        return self._answers.citing(citation, edition, date, text)

    def search(self, query: str, texts: TextsField | None = None, limit: LimitField = 10) -> AnsweredSearch:
        """Provisions by what happened or by words, in Danish, Norwegian, Swedish or English: 'udspil uden for tur'."""
        return self._answers.search(query, texts or (), limit)

    def verify_quotation(
        self,
        quotation: QuotedField,
        citation: BesideField = "",
        edition: EditionYearField = "",
        language: InLanguageField = "",
    ) -> AnsweredQuotation:
        """Whether quoted words are exactly those of a text; where they differ, and where they really are."""
        return self._quotations.check(quotation, citation, edition, language)


def _refusing(asked: Callable[P, R]) -> Callable[P, R]:
    """A question asked wrongly is answered with the sentence alone, as a refusal of the tool."""

    @wraps(asked)
    def answered(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return asked(*args, **kwargs)
        except QuestionError as error:
            raise ToolError(str(error)) from None

    return answered
