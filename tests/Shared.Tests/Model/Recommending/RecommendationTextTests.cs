using System.Globalization;
using System.Text.RegularExpressions;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Model.Recommending;

/// <summary>Each sentence of a recommendation against the table below it, for many described and measured sites.</summary>
public sealed partial class RecommendationTextTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void No_sentence_contradicts_its_table(ulong seed)
    {
        var (random, read) = (new SeededRandom(seed), new SortedSet<string>(StringComparer.Ordinal));
        for (var i = 0; i < 400; i++)
        {
            var asked = Drawn(random);
            var said = Recommender.Recommend(asked);
            foreach (var sentence in said.Reasons)
            {
                var wrong = Wrong(asked, said, sentence, read);
                Assert.True(wrong is null, $"seed {seed}, case {i}: {wrong}\n{sentence}\n{Table(said)}");
            }
            if (said.Action == RecommendedAction.Keep && said.Current > said.Cap)
                Assert.True(
                    said.Reasons.Any(sentence => sentence.Contains($"{said.Cap}", StringComparison.Ordinal)) || said.Binding.Length > 0,
                    $"case {i}: {said.Current} is above the bound of {said.Cap}, and nothing says so: {string.Join(' ', said.Reasons)}"
                );
        }
        Assert.True(read.Count >= 5, $"only these sentences were met: {string.Join(", ", read)}");
    }

    [Fact]
    public void What_was_described_is_quoted_as_it_was_described()
    {
        var said = Recommender.Recommend(Described(10, [1000], [2]));
        Assert.Contains(said.Reasons, sentence => sentence.Contains("have 2 ms or less", StringComparison.Ordinal));
        Assert.Contains(said.Reasons, sentence => sentence.Contains("have 1,000 bytes or less", StringComparison.Ordinal));
    }

    [Fact]
    public void A_window_above_the_bound_is_not_called_the_maximum()
    {
        var said = Recommender.Recommend(Described(16, [40_000], [50]));
        Assert.StartsWith("The 16 segments in force are more than 10: ", said.Reasons[0], StringComparison.Ordinal);
    }

    private static string? Wrong(RecommendationCase asked, Recommendation said, string sentence, SortedSet<string> read)
    {
        if (UpTo().Match(sentence) is { Success: true } upTo)
        {
            read.Add("up to");
            var most = Number(upTo, "most");
            var gains = said.Sweep.Where(point => point.Segments > asked.Current && point.Segments <= most).Select(point => point.GainMs);
            var best = gains.DefaultIfEmpty(0).Max();
            if (most != Math.Min(said.Cap, said.Useful ?? long.MaxValue))
                return "another maximum than the table's";
            if (upTo.Groups["ms"].Success ? Math.Abs(best - Number(upTo, "ms")) > 0.006 : best >= 0.5)
                return $"the table saves {best} ms up to there";
        }
        if (Saves().Match(sentence) is { Success: true } saves)
        {
            read.Add("saves");
            var point = said.Sweep.Single(one => one.Segments == Number(saves, "to"));
            if (Number(saves, "from") != asked.Current || Math.Abs(point.GainMs - Number(saves, "ms")) > 0.06)
                return $"the table saves {point.GainMs} ms with {point.Segments}";
        }
        if (MoreThan().Match(sentence) is { Success: true } more)
        {
            read.Add("more than");
            if (Number(more, "cap") != said.Cap || said.Sweep.Any(point => point.Allowed && point.Segments > said.Cap))
                return "another bound than the table's";
        }
        if (InForce().Match(sentence) is { Success: true } force)
        {
            read.Add("in force");
            if (Number(force, "now") != asked.Current || Number(force, "cap") != said.Cap || asked.Current <= said.Cap)
                return "the window in force is within its bound";
        }
        if (Overflows().Match(sentence) is { Success: true } overflows)
        {
            read.Add("overflows");
            var point = said.Sweep.Single(one => one.Segments == Number(overflows, "window"));
            if (Math.Abs(point.GainMs - Number(overflows, "ms")) > 0.06 || !point.Allowed)
                return $"the table saves {point.GainMs} ms with {point.Segments}";
        }
        if (Bytes().Match(sentence) is { Success: true } bytes && asked.Description is { } described)
        {
            read.Add("bytes");
            if (!described.Sizes.Contains((long)Number(bytes, "bytes")))
                return "no such size was described";
        }
        return null;
    }

    private static RecommendationCase Drawn(SeededRandom random)
    {
        long[] sizes = [.. Enumerable.Range(0, 1 + random.Below(3)).Select(_ => (long)Math.Pow(10, 2.5 + (3.5 * random.Share())))];
        double[] rtts = [.. Enumerable.Range(0, 1 + random.Below(2)).Select(_ => Math.Round(Math.Pow(10, 0.3 + (2 * random.Share())), 1))];
        var current = 2 + (2 * random.Below(12));
        var asked = random.Below(2) == 0 ? Described(current, sizes, rtts) : Cases.Site(current, sizes, rtts);
        return asked with { Limits = asked.Limits with { Max = random.Below(3) == 0 ? 4 + random.Below(30) : null } };
    }

    private static RecommendationCase Described(int current, long[] sizes, double[] rtts) =>
        RecommendationCase.Of(
            "described",
            new DescribedTraffic { Sizes = sizes, Rtts = [.. rtts.Select(ms => TimeSpan.FromMilliseconds(ms))] }
        ) with
        {
            Current = current,
        };

    private static double Number(Match match, string name) =>
        double.Parse(match.Groups[name].Value.Replace(",", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);

    private static string Table(Recommendation said) =>
        $"{said.Action} {said.Current} → {said.Segments}, cap {said.Cap}, useful {said.Useful}\n{string.Join('\n', said.Sweep)}";

    [GeneratedRegex(@"of up to (?<most>\d+) segments, the maximum here, would save (nothing|none|(?<ms>[\d.]+) ms of)")]
    private static partial Regex UpTo();

    [GeneratedRegex(@"^(?<from>\d+) → (?<to>\d+) saves (?<ms>[\d.]+) ms")]
    private static partial Regex Saves();

    [GeneratedRegex(@"^More than (?<cap>\d+) segments are not recommended")]
    private static partial Regex MoreThan();

    [GeneratedRegex(@"^The (?<now>\d+) segments in force are more than (?<cap>\d+):")]
    private static partial Regex InForce();

    [GeneratedRegex(@"^(?<window>\d+) segments would save (?<ms>[\d.]+) ms on average, but")]
    private static partial Regex Overflows();

    [GeneratedRegex(@"responses here have (?<bytes>[\d,]+) bytes or less")]
    private static partial Regex Bytes();
}
