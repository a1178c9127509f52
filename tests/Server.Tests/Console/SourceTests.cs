using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace IwTune.Server.Tests.Console;

/// <summary>The sources must not even contain what the Content-Security-Policy forbids.</summary>
public sealed partial class SourceTests
{
    public static TheoryData<string> Pages() => [.. Files("*.razor")];

    [Theory]
    [MemberData(nameof(Pages))]
    public void A_page_has_no_inline_style_and_no_inline_script(string file) =>
        Assert.DoesNotMatch(Inline(), File.ReadAllText(Path.Combine(Root(), file)));

    /// <summary>Drawings are the only exception: SvgChart, SvgGauge and SvgHeatMap escape every text (Shared.Tests, Charts).</summary>
    [Theory]
    [MemberData(nameof(Pages))]
    public void A_page_has_no_raw_markup_from_data(string file) =>
        Assert.DoesNotContain(
            "MarkupString",
            Drawing().Replace(File.ReadAllText(Path.Combine(Root(), file)), "("),
            StringComparison.Ordinal
        );

    [Fact]
    public void No_file_of_the_console_is_above_400_lines() =>
        Assert.All(
            Files("*.razor").Concat(Files("*.css")).Concat(Files("*.js").Where(f => !f.Contains("/lib/", StringComparison.Ordinal))),
            file => Assert.InRange(File.ReadLines(Path.Combine(Root(), file)).Count(), 1, 400)
        );

    [Fact]
    public void A_style_sheet_names_colours_only_through_tokens() =>
        Assert.All(
            Files("*.css")
                .Where(f => !f.EndsWith("tokens.css", StringComparison.Ordinal) && !f.EndsWith("print.css", StringComparison.Ordinal)),
            file => Assert.DoesNotMatch(HexColour(), File.ReadAllText(Path.Combine(Root(), file)))
        );

    [Fact]
    public void The_control_of_a_field_takes_what_describes_it() =>
        Assert.All(
            Files("*.razor").Where(f => !f.Contains("/Rollouts/", StringComparison.Ordinal)),
            file =>
                Assert.All(
                    Fields().Matches(File.ReadAllText(Path.Combine(Root(), file))).Where(one => Control().IsMatch(one.Value)),
                    field => Assert.Contains("@attributes=\"context\"", field.Value, StringComparison.Ordinal)
                )
        );

    [Fact]
    public void The_foreign_script_is_the_one_that_was_published() =>
        Assert.Equal(
            "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
            Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(Path.Combine(Root(), "Console/wwwroot/lib/htmx-2.0.11.min.js"))))
        );

    private static IEnumerable<string> Files(string pattern) =>
        Directory
            .EnumerateFiles(Root(), pattern, SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(Root(), f).Replace('\\', '/'))
            .Where(f => !f.Contains("/obj/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal);

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "Server"));

    [GeneratedRegex("<Field .*?</Field>", RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fields();

    [GeneratedRegex("<(?:input|select|textarea) ", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Control();

    [GeneratedRegex(@"\sstyle\s*=|\son[a-z]+\s*=\s*""[^@""]|<script>|javascript:", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Inline();

    [GeneratedRegex(@"\(\(MarkupString\)Svg(Chart|Gauge|HeatMap)\.Draw\(", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Drawing();

    [GeneratedRegex(@":[^;{]*#[0-9a-fA-F]{3,8}\b", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex HexColour();
}
