using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Bundles;

public sealed class RequirementSetTests
{
    private static readonly HostIdentity Host = new("id", "web-1", "linux", "6.1", new Dictionary<string, string> { ["site"] = "fra" });

    [Fact]
    public void The_highest_priority_wins_then_the_most_recent()
    {
        var low = Of("1", "*", "base", 0, hour: 9);
        var high = Of("2", "site:fra", "edge", 5, hour: 1);
        var later = Of("3", "os:linux", "late", 5, hour: 2);
        Assert.Equal("edge", Set(low, high).For(Host).By!.Policy);
        Assert.Equal("late", Set(low, high, later).For(Host).By!.Policy);
        Assert.Equal("late", Set(later, high, low).For(Host).By!.Policy);
    }

    [Fact]
    public void The_winner_is_explained_in_a_sentence()
    {
        var explained = Set(Of("1", "*", "base", 0, 9), Of("2", "site:fra", "edge", 5, 1)).For(Host).Explanation;
        Assert.Equal("Policy edge revision 1 by the assignment 'site:fra' (priority 5): edge beats base: priority 5 > 0.", explained);
    }

    [Fact]
    public void Without_a_match_nothing_is_required_and_the_sentence_says_why()
    {
        var requirement = Set(Of("1", "site:ams", "edge", 0, 1)).For(Host);
        Assert.Null(requirement.By);
        Assert.Equal(BundleDigest.Of(BundleContent.Nothing), requirement.Digest);
        Assert.Equal("No assignment's selector matches this host.", requirement.Explanation);
    }

    private static Assignment Of(string id, string selector, string policy, int priority, int hour) =>
        new(id, Selector.Parse(selector).Selector!, policy, priority, DateTimeOffset.UnixEpoch.AddHours(hour));

    private static RequirementSet Set(params Assignment[] assignments)
    {
        var contents = assignments
            .Select(a => a.Policy)
            .Distinct()
            .ToDictionary(
                name => name,
                name =>
                {
                    var content = new BundleContent { Policy = name, Revision = 1 };
                    return new PublishedPolicy(new(content, BundleDigest.Of(content)), Rollout: null);
                }
            );
        return new(1, assignments, contents);
    }
}
