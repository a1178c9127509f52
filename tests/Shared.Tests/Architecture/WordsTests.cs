using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>Phrases that were removed from the product's text and must not return (docs/glossary.md).</summary>
public sealed partial class WordsTests
{
    [Fact]
    public void No_message_help_text_or_error_has_one() =>
        Assert.Empty(
            from file in SourceFile.Product
            from text in file.Strings.Select(text => Hole().Replace(text, ""))
            where Phrase().IsMatch(text) && text.Contains(' ', StringComparison.Ordinal)
            select $"{file.Path}: {text}"
        );

    [Fact]
    public void No_page_of_the_console_has_one() =>
        Assert.Empty(
            from file in SourceFile.All(".razor")
            from line in file.Text.Split('\n')
            where Phrase().IsMatch(line) && !line.TrimStart().StartsWith("//", StringComparison.Ordinal)
            select $"{file.Path}: {line.Trim()}"
        );

    [Fact]
    public void No_page_of_the_documentation_has_one() =>
        Assert.Empty(
            from file in SourceFile.All(".md")
            where !file.IsUnder("docs/adr", "tests") && file.Path != "CHANGELOG.md"
            from line in file.Text.Split('\n')
            where Phrase().IsMatch(line)
            select $"{file.Path}: {line}"
        );

    [GeneratedRegex(
        @"(?<![.\w])(is told|are told|were told|whoever|somebody|nobody|tells? of|what came of it|has to be said|by which roads)\b",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Phrase();

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex Hole();
}
