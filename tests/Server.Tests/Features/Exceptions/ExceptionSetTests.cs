using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Tests.Features.Exceptions;

public sealed class ExceptionSetTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 22, 0, 0, 0, TimeSpan.Zero);
    private static readonly HostIdentity Host = new(
        "id-1",
        "fra-db-1",
        "linux",
        "6.1",
        new Dictionary<string, string> { ["site"] = "fra" }
    );

    [Fact]
    public void A_host_has_those_whose_selector_matches_it() =>
        Assert.Equal(
            ["a", "c"],
            new ExceptionSet([Of("a", "site:fra", 1), Of("b", "site:ams", 1), Of("c", "id:id-1", null)]).For(Host).Select(one => one.Id)
        );

    [Theory]
    [InlineData(new[] { 1, 9, 5 }, "1")]
    [InlineData(new[] { 1, int.MaxValue, 5 }, "1")]
    [InlineData(new[] { -1, -3 }, "0")]
    [InlineData(new[] { -6, 2 }, "1")]
    [InlineData(new[] { -8 }, null)]
    [InlineData(new int[0], null)]
    public void The_one_that_lasts_longest_counts_and_one_that_ended_is_remembered_for_a_week(int[] days, string? chosen) =>
        Assert.Equal(chosen, ExceptionSet.Choose([.. days.Select((day, i) => Of($"{i}", "*", day == int.MaxValue ? null : day))], Now)?.Id);

    private static GrantedException Of(string id, string selector, int? days) =>
        new(id, Selector.Parse(selector).Selector!, "because", "", days is { } count ? Now.AddDays(count) : null);
}
