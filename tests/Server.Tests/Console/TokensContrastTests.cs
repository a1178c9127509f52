using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using IwTune.Server.Console.Assets;

namespace IwTune.Server.Tests.Console;

/// <summary>WCAG 2.2, relative luminance and contrast ratio, over the shipped colours.</summary>
public sealed partial class TokensContrastTests
{
    private static readonly Dictionary<string, (string Light, string Dark)> Colours = Read();

    public static TheoryData<string, string> Pairs()
    {
        var pairs = new TheoryData<string, string>();
        foreach (
            var text in (string[])
                [
                    "text",
                    "muted",
                    "accent",
                    "good",
                    "warn",
                    "bad",
                    "info",
                    "series-a",
                    "series-b",
                    "series-c",
                    "series-d",
                    "series-e",
                    "series-f",
                ]
        )
        {
            foreach (var surface in (string[])["bg", "surface", "raised"])
                pairs.Add(text, surface);
        }
        pairs.Add("on-accent", "accent");
        return pairs;
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Text_stands_out_from_its_surface_in_both_themes(string text, string surface)
    {
        Assert.True(Contrast(Colours[text].Light, Colours[surface].Light) >= 5.3, "light");
        Assert.True(Contrast(Colours[text].Dark, Colours[surface].Dark) >= 5.3, "dark");
    }

    [Theory]
    [InlineData("bg")]
    [InlineData("surface")]
    public void The_edge_of_a_control_can_be_seen(string surface)
    {
        Assert.True(Contrast(Colours["control-line"].Light, Colours[surface].Light) >= 3, "light");
        Assert.True(Contrast(Colours["control-line"].Dark, Colours[surface].Dark) >= 3, "dark");
    }

    private static double Contrast(string a, string b)
    {
        var (x, y) = (Luminance(a), Luminance(b));
        return (Math.Max(x, y) + 0.05) / (Math.Min(x, y) + 0.05);
    }

    private static double Luminance(string hex)
    {
        var channels = Enumerable
            .Range(0, 3)
            .Select(i => int.Parse(hex.AsSpan(1 + 2 * i, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0)
            .Select(c => c <= 0.04045 ? c / 12.92 : Math.Pow((c + 0.055) / 1.055, 2.4))
            .ToArray();
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    }

    private static Dictionary<string, (string Light, string Dark)> Read() =>
        Token()
            .Matches(Encoding.UTF8.GetString(ConsoleAssets.Find("css/tokens.css")!.Content))
            .ToDictionary(m => m.Groups[1].Value, m => (m.Groups[2].Value, m.Groups[3].Value), StringComparer.Ordinal);

    [GeneratedRegex(@"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Token();
}
