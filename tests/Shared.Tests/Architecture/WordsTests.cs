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

    [Fact]
    public void No_comment_has_one() =>
        Assert.Empty(
            from file in SourceFile.All(".cs")
            from Match comment in Comment().Matches(file.Text)
            where Phrase().IsMatch(comment.Value) || OtherWord().IsMatch(comment.Value)
            select $"{file.Path}: {comment.Value.Trim()}"
        );

    [Fact]
    public void A_thing_has_one_word_in_messages_pages_and_documentation() =>
        Assert.Empty(
            (
                from file in SourceFile.Product
                from text in file.Strings.Select(text => Hole().Replace(text, ""))
                where text.Contains(' ', StringComparison.Ordinal)
                select (file.Path, Text: text)
            )
                .Concat(
                    from file in SourceFile.All(".razor", ".md")
                    where file.Path != "CHANGELOG.md" && !file.IsUnder("tests")
                    from line in file.Text.Split('\n')
                    select (file.Path, Text: line)
                )
                .Where(written => OtherWord().IsMatch(written.Text))
                .Select(written => $"{written.Path}: {written.Text.Trim()}")
        );

    /// <summary>The words for restored windows, for a method, a message and an exception that are not ours (docs/glossary.md).</summary>
    [GeneratedRegex(
        @"(?<![`.\w-])(put(s|ting)? (it |them |everything |every \w+ |what \w+ had )?back|roads?|tidings|exemptions?)\b(?!`)",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex OtherWord();

    [GeneratedRegex(@"^\s*//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    [GeneratedRegex(
        @"(?<![.\w])(is told|are told|were told|whoever|somebody|nobody|tells? of|what came of it|has to be said|by which roads)\b",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Phrase();

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex Hole();
}
