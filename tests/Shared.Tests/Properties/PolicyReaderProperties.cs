using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Policies;
using IwTune.Shared.Tests.Policies;

namespace IwTune.Shared.Tests.Properties;

/// <summary>For any text, the reader returns a policy or at least one problem, and never throws.</summary>
public sealed class PolicyReaderProperties
{
    private static readonly string[] Pieces =
    [
        "policy: ",
        "edge",
        "window: ",
        "{ initcwnd: ",
        "10",
        " }",
        "scopes:",
        "\n",
        "\n  ",
        "- ",
        "- default",
        "prefix: 10.0.0.0/8",
        "&a ",
        "*a",
        "!!str ",
        "? ",
        ": ",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "|\n",
        ">-\n",
        "---\n",
        "...\n",
        "%YAML 1.2\n",
        "#",
        "\t",
        "\r\n",
        "\0",
        "\ud83d",
        "\u2028",
        "<<: ",
        "0",
        "-1",
        "1e9",
        ",",
        "\\u0000",
        "\\ud800",
        "true",
        "null",
        "limits: { max: ",
        "step: x2",
        "confirm: 2m",
        "mode: audit",
    ];

    private static readonly Gen<string> FromPieces = Gen.Elements(Pieces).ListOf().Select(pieces => string.Concat(pieces));

    /// <summary>A valid document with a few characters inserted, removed or doubled.</summary>
    private static readonly Gen<string> Mutated =
        from start in Gen.Elements(PolicyReaderTests.Example, PolicyReaderTests.ExampleJson)
        from edits in Gen.Choose(0, int.MaxValue - 1).ListOf().Where(e => e.Count <= 12)
        from piece in Gen.Elements(Pieces)
        select edits.Aggregate(start, (text, edit) => Edit(text, edit, piece));

    private static string Edit(string text, int edit, string piece)
    {
        var at = edit / 4 % (text.Length + 1);
        return (edit % 4) switch
        {
            0 => text.Insert(at, piece),
            1 when at < text.Length => text.Remove(at, 1),
            2 when at < text.Length => text.Remove(at, Math.Min(7, text.Length - at)),
            _ => text[..at] + text[..at][^Math.Min(at, 9)..] + text[at..],
        };
    }

    private static bool Holds(string text)
    {
        var result = PolicyReader.Read(text);
        var limits = LimitsReader.Read(text);
        return result.Policy is null == result.Problems.Count > 0
            && limits.Limits is null == limits.Problems.Count > 0
            && result
                .Problems.Concat(result.Warnings)
                .All(p => p.Rule.Length > 0 && p is { Line: > 0, Column: > 0 } && !p.ToString().Any(char.IsControl));
    }

    private static void Check(Gen<string> texts, int times) =>
        Prop.ForAll(texts.ToArbitrary(), Holds).Check(Config.QuickThrowOnFailure.WithMaxTest(times));

    [Fact]
    public void Any_text() => Check(ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => text.Get), 3000);

    [Fact]
    public void Any_sequence_of_things_that_mean_something_to_yaml() => Check(FromPieces, 5000);

    [Fact]
    public void Any_good_document_after_a_few_edits() => Check(Mutated, 5000);
}
