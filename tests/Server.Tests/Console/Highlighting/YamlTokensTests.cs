using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Console.Assets;
using IwTune.Server.Console.Diffing;
using IwTune.Server.Console.Highlighting;

namespace IwTune.Server.Tests.Console.Highlighting;

public sealed class YamlTokensTests
{
    /// <summary>What a text must have to lead a reader of YAML astray.</summary>
    private static readonly string[] Parts =
    [
        .. "a: |- |'|\"|#| |\n|\r\n|\t|{|}|[|]|,|:|10|2m|\\|>|:|--|ë".Split('|'),
        "|",
        "|\n",
        "window: ",
    ];

    private static readonly Arbitrary<string> Texts = Gen.Elements(Parts).ListOf().Select(parts => string.Concat(parts)).ToArbitrary();

    public static TheoryData<string, string> Cases() => new(YamlCases.All.Select(one => (one.Text, one.Pieces)));

    [Theory]
    [MemberData(nameof(Cases))]
    public void Keys_values_and_comments_are_told_apart(string text, string pieces) => Assert.Equal(pieces, Shown(YamlTokens.Of(text)));

    [Fact]
    public void A_document_of_brackets_takes_memory_by_its_length()
    {
        var text = new string('[', 64 * 1024);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal([new YamlToken(YamlKind.Plain, text)], YamlTokens.Of(text));
        // A copy of the text for each bracket would be 4 GiB.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0L, 256L << 20);
    }

    [Fact]
    public void All_pieces_together_are_the_text() =>
        Prop.ForAll(Texts, text => Assert.Equal(text, Join(YamlTokens.Of(text)))).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void No_piece_is_empty_and_no_two_plain_ones_follow_each_other() =>
        Prop.ForAll(
                Texts,
                text =>
                {
                    var tokens = YamlTokens.Of(text);
                    Assert.DoesNotContain(tokens, token => token.Text.Length == 0);
                    Assert.DoesNotContain(tokens.Zip(tokens.Skip(1)), pair => pair is ({ Kind: YamlKind.Plain }, { Kind: YamlKind.Plain }));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void The_lines_together_are_the_text() =>
        Prop.ForAll(Texts, text => Assert.Equal(text.ReplaceLineEndings("\n"), string.Join('\n', YamlTokens.Lines(text).Select(Join))))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void The_pieces_of_a_comparison_keep_their_text_and_their_marks() =>
        Prop.ForAll(
                Texts,
                Texts,
                (before, after) =>
                {
                    var lines = YamlTokens.Lines(after);
                    foreach (var row in TextDiff.Compare(before, after).Where(row => row.NewLine > 0))
                    {
                        var pieces = YamlPiece.Of(row.New, lines[row.NewLine - 1]);
                        Assert.Equal(row.New, pieces.Select(piece => new DiffPiece(Join(piece.Tokens), piece.Marked)));
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(200));

    [Fact]
    public void A_mark_within_a_value_keeps_its_colour_on_both_sides()
    {
        var row = Assert.Single(TextDiff.Compare("override: ab 10", "override: ab 16"));

        var pieces = YamlPiece.Of(row.New, YamlTokens.Lines("override: ab 16")[0]);

        Assert.Equal(["koverride¦p: ¦tab ", "t16"], pieces.Select(piece => Shown(piece.Tokens)));
        Assert.Equal([false, true], pieces.Select(piece => piece.Marked));
    }

    /// <summary>The browser tests compare the results; this finds a change of one side at once.</summary>
    [Theory]
    [InlineData(YamlTokens.Common)]
    [InlineData(YamlTokens.BlockValue)]
    [InlineData(YamlTokens.FlowValue)]
    [InlineData(YamlTokens.KeyMark)]
    [InlineData(YamlTokens.Number)]
    [InlineData(YamlTokens.Opening)]
    [InlineData(YamlTokens.Line)]
    [InlineData(YamlTokens.Indent)]
    public void The_editor_has_the_same_patterns(string pattern)
    {
        var script = Encoding.UTF8.GetString(ConsoleAssets.Find("js/yaml-tokens.js")!.Content);
        Assert.Contains(pattern, script.Replace("`\n  + String.raw`", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    private static string Join(IReadOnlyList<YamlToken> tokens) => string.Concat(tokens.Select(token => token.Text));

    private static string Shown(IReadOnlyList<YamlToken> tokens) =>
        string.Join('¦', tokens.Select(token => $"{char.ToLowerInvariant(token.Kind.ToString()[0])}{token.Text}"));
}
